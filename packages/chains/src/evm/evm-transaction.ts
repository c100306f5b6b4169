import { fail, invariant, isNaturalNumber, isPositiveInteger, type Result, succeed } from '@emporion/kernel';
import { Transaction } from 'micro-eth-signer';
import { evmAddresses } from '#addresses/evm.ts';
import type { EvmTerms, Payment } from '#signing.ts';

export interface SignedEvm {
  /** The hash of the whole transaction, signature included. */
  readonly id: string;
  readonly raw: string;
  readonly from: string;
}

export const evmAmountMax = 2n ** 256n - 1n;
/** Below this no transaction is valid. */
export const evmGasMin = 21_000n;
export const evmGasMax = 2n ** 64n - 1n;
/** The first four bytes of the hash of `transfer(address,uint256)`. */
const transferSelector = 'a9059cbb';
const addresses = evmAddresses();

/**
 * Writes and signs the transaction (EIP-1559) that makes one payment: of the chain's own coin, or of a token by its `transfer`. The same words give the same
 * bytes, because the signature has no random part. What no chain would take is a bug of the caller, and thrown.
 */
export function signEvm(payment: Payment, terms: EvmTerms, secretKey: Uint8Array): SignedEvm {
  const signed = unsigned(payment, terms).signBy(secretKey, false);
  return { id: signed.hash, raw: signed.toHex(), from: signed.sender };
}

/** Whether these bytes are exactly the transaction that was to be signed, signed by whom it is from. */
export function isSignedEvm(
  raw: string,
  { payment, terms, from }: { payment: Payment; terms: EvmTerms; from: string },
): Result<{ readonly id: string; readonly raw: string }, 'malformed' | 'other_transaction' | 'not_signed'> {
  let found: ReturnType<typeof Transaction.fromHex>;
  try {
    found = Transaction.fromHex(raw);
  } catch {
    return fail('malformed');
  }
  if (!found.isSigned) return fail('not_signed');
  if (found.toHex(bare) !== unsigned(payment, terms).toHex(bare)) return fail('other_transaction');
  return addresses.normalize(found.sender) === from
    ? succeed({ id: found.hash, raw })
    : fail('other_transaction');
}

const bare = { includeSignature: false };

function unsigned(payment: Payment, terms: EvmTerms) {
  checkPayment(payment);
  checkTerms(terms);
  const { to, contract, amount } = payment;
  return Transaction.prepare(
    {
      type: 'eip1559',
      chainId: BigInt(terms.chainId),
      nonce: BigInt(terms.nonce),
      gasLimit: terms.gas,
      maxFeePerGas: terms.maxFeePerGas,
      maxPriorityFeePerGas: terms.maxPriorityFeePerGas,
      to: contract ?? to,
      value: contract === undefined ? amount : 0n,
      data: contract === undefined ? '' : transferData({ to, amount }),
    },
    // Its strict mode has limits for people who type: our nonces and fees have limits of their own.
    false,
  );
}

export interface ReadEvm {
  readonly id: string;
  readonly from: string;
  readonly nonce: number;
  /** Undefined when it names none, and is valid on every chain. */
  readonly chainId: number | undefined;
}

/** What of a raw transaction tells whose it is; undefined when it is none, or is not signed. */
export function readEvm(raw: string): ReadEvm | undefined {
  try {
    const { hash: id, sender: from, raw: fields } = Transaction.fromHex(raw);
    const chainId = fields.chainId === undefined ? undefined : Number(fields.chainId);
    return { id, from, nonce: Number(fields.nonce), chainId };
  } catch {
    return undefined;
  }
}

/** What a token is asked for so that it moves. */
export function transferData({ to, amount }: { to: string; amount: bigint }): string {
  const address = to.slice(2).toLowerCase().padStart(64, '0');
  return `0x${transferSelector}${address}${amount.toString(16).padStart(64, '0')}`;
}

function checkPayment({ to, memo, contract, amount }: Payment): void {
  invariant(addresses.normalize(to) === to, 'A payment goes to an address in its one spelling.');
  invariant(memo === undefined, 'An EVM chain carries no memo.');
  invariant(amount >= 0n && amount <= evmAmountMax, 'An amount is out of bounds.');
  invariant(
    contract === undefined || addresses.normalize(contract) === contract,
    'A contract is an address in its one spelling.',
  );
}

function checkTerms({ nonce, chainId, gas, maxFeePerGas, maxPriorityFeePerGas }: EvmTerms): void {
  invariant(isNaturalNumber(nonce), 'A nonce is a whole number.');
  // A transaction for chain 0 would be valid on every chain.
  invariant(isPositiveInteger(chainId), 'The number of a chain is a whole number above 0.');
  invariant(gas >= evmGasMin && gas <= evmGasMax, 'The gas is out of bounds.');
  invariant(
    maxPriorityFeePerGas >= 0n && maxPriorityFeePerGas <= maxFeePerGas && maxFeePerGas <= evmAmountMax,
    'A fee is out of bounds.',
  );
}
