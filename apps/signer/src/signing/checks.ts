import {
  type AccountKeys,
  type BitcoinTerms,
  costOf,
  developmentAmountMax,
  evmGasMax,
  evmGasMin,
  isValidMemo,
  type Payment,
  type SigningRefusal,
  type SigningRequest,
  type TronTerms,
  tronAmountMax,
  tronBytePrice,
  tronBytesMax,
  tronNewAccountFee,
  wrongInBitcoin,
  wrongInTron,
} from '@emporion/chains';
import type { NetworkPolicy } from '#policy/policy.ts';
import { isHot } from './hot-path.ts';

export interface Refusal {
  readonly refusal: SigningRefusal;
  readonly reason: string;
  /** Those that were signed for before. */
  readonly withdrawals?: readonly string[];
}

/** What is wrong with a request whatever was signed before it. The order of the checks is their precedence. */
export function refusalOf(
  request: SigningRequest,
  { policy, keys }: { policy: NetworkPolicy; keys: AccountKeys },
): Refusal | undefined {
  const malformed = wrongTerms(request, policy) ?? wrongWithdrawals(request);
  if (malformed) return { refusal: 'malformed', reason: malformed };
  for (const payment of request.payments) {
    const refusal =
      refusalOfAmount(payment) ??
      refusalOfCoin(payment, policy) ??
      refusalOfAddress(payment, policy) ??
      refusalOfDestination(payment, { kind: request.kind, policy, keys });
    if (refusal) return refusal;
  }
  if (costOf(request.terms) > policy.feeMax)
    return {
      refusal: 'fee_too_high',
      reason: `A transaction on ${policy.code} may cost at most ${policy.feeMax} units.`,
    };
  return undefined;
}

/** The chain comes from the signer's file, as the contracts do: the same key pays on every EVM chain, and a worthless one must not open a dear one. */
function wrongTerms({ kind, terms, payments }: SigningRequest, policy: NetworkPolicy): string | undefined {
  if (terms.family !== policy.family) return `${policy.code} is not of the family ${terms.family}.`;
  if (terms.family === 'bitcoin') return wrongBitcoin({ terms, payments });
  if (terms.family === 'tron') return wrongTron({ kind, terms, payments });
  if (terms.family !== 'evm') return undefined;
  if (terms.chainId !== policy.chainId)
    return `The chain of ${policy.code} has another number in signer.json.`;
  if (payments.length !== 1) return 'A transaction of an EVM chain makes one payment.';
  if (terms.gas < evmGasMin || terms.gas > evmGasMax) return 'The gas is out of bounds.';
  if (terms.maxPriorityFeePerGas > terms.maxFeePerGas) return 'The tip is above the whole fee.';
  return undefined;
}

function wrongWithdrawals({ payments, terms, follows }: SigningRequest): string | undefined {
  const named = payments.flatMap(({ withdrawal }) => withdrawal ?? []);
  if (new Set(named).size < named.length) return 'It pays a withdrawal twice.';
  const ends = terms.family === 'tron' || terms.family === 'bitcoin';
  if (follows !== undefined && !ends) return 'No transaction of this family ends by itself.';
  return undefined;
}

/** Whoever is paid in the chain's coin may get an account by it, which costs: only of our own hot address it is known that it has one. */
function wrongTron({
  kind,
  terms,
  payments,
}: Pick<SigningRequest, 'kind' | 'payments'> & { terms: TronTerms }): string | undefined {
  const [payment, ...more] = payments;
  if (!payment || more.length > 0) return 'A transaction of Tron makes one payment.';
  if (payment.contract !== undefined) return wrongInTron(terms, payment);
  if (payment.amount > tronAmountMax) return 'An amount is larger than the chain can write.';
  const isToHot = kind === 'sweep' && isHot(payment.own);
  if (!isToHot && terms.reserve < tronBytesMax.coin * tronBytePrice + tronNewAccountFee)
    return 'What is kept back does not pay for an account that the payment may open.';
  return wrongInTron(terms, payment);
}

/** Change is derived here, so it is ours; on the branch of deposits it would look like one. */
function wrongBitcoin(transaction: {
  terms: BitcoinTerms;
  payments: readonly Payment[];
}): string | undefined {
  const { change } = transaction.terms;
  if (change && change.path.branch !== 1) return 'Change goes to a key of the house.';
  return wrongInBitcoin(transaction);
}

function refusalOfAmount({ amount }: Payment): Refusal | undefined {
  if (amount <= developmentAmountMax) return undefined;
  return { refusal: 'malformed', reason: 'An amount is larger than the chain can write.' };
}

/** The coin decides which day is spent, so its contract comes from the signer's file: else one coin could be paid out under the name of another. */
function refusalOfCoin({ coin, contract }: Payment, policy: NetworkPolicy): Refusal | undefined {
  const known = policy.coins.get(coin);
  if (!known) return { refusal: 'unknown_coin', reason: `signer.json has no ${coin} on ${policy.code}.` };
  if (known.contract !== contract)
    return {
      refusal: 'unknown_coin',
      reason: `signer.json has ${coin} on ${policy.code} under another contract.`,
    };
  return undefined;
}

function refusalOfAddress({ to, memo }: Payment, policy: NetworkPolicy): Refusal | undefined {
  if (policy.addresses.normalize(to) !== to)
    return { refusal: 'bad_address', reason: `It is no address of ${policy.code} in its one spelling.` };
  if (memo !== undefined && !(policy.memo && isValidMemo(policy.memo, memo)))
    return { refusal: 'bad_address', reason: `${policy.code} cannot carry this memo.` };
  return undefined;
}

function refusalOfDestination(
  payment: Payment,
  { kind, policy, keys }: { kind: SigningRequest['kind']; policy: NetworkPolicy; keys: AccountKeys },
): Refusal | undefined {
  if (payment.withdrawal !== undefined && kind !== 'payout')
    return { refusal: 'malformed', reason: 'Only a payout pays a withdrawal.' };
  switch (kind) {
    case 'payout':
      return payment.own && { refusal: 'malformed', reason: 'A payout names no key for its address.' };
    case 'cold':
      return payment.own
        ? { refusal: 'malformed', reason: 'A payment to the cold address names no key for it.' }
        : refusalOfCold(payment, policy);
    case 'sweep':
      return refusalOfOwn(payment, { policy, keys });
    case 'top-up':
      if (payment.coin !== policy.feeCoin)
        return { refusal: 'not_ours', reason: `A top-up on ${policy.code} is paid in ${policy.feeCoin}.` };
      return refusalOfOwn(payment, { policy, keys });
  }
}

function refusalOfOwn(
  { to, own }: Payment,
  { policy, keys }: { policy: NetworkPolicy; keys: AccountKeys },
): Refusal | undefined {
  if (!own) return { refusal: 'malformed', reason: 'A sweep or top-up names the key of each address.' };
  const derived = policy.addresses.fromPublicKey(keys.publicKey(own));
  return derived === to
    ? undefined
    : { refusal: 'not_ours', reason: 'The address is not that of the named key.' };
}

function refusalOfCold({ to, memo }: Payment, { code, cold }: NetworkPolicy): Refusal | undefined {
  if (!cold) return { refusal: 'no_cold_address', reason: `signer.json has no cold address on ${code}.` };
  if (to !== cold.address || memo !== cold.memo)
    return { refusal: 'not_ours', reason: `It is not the cold address of ${code} in signer.json.` };
  return undefined;
}
