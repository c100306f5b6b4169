import {
  type SigningAnswer,
  type SigningRequest,
  signBitcoin,
  signDevelopment,
  signEvm,
  signTron,
  type Terms,
} from '@emporion/chains';
import { invariant } from '@emporion/kernel';
import { readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { testKeys } from '#testing/test-keys.ts';
import type { Sign } from '../payouts/payout-network.ts';

/**
 * A double of the signer, with the keys that everybody knows: for tests of what the server does, not of what may be signed. It has no limits. But like the
 * real one it signs for a withdrawal only what cannot be mined beside what it signed before.
 */
export function testSigner(platform: Platform): Sign {
  return async (request: SigningRequest): Promise<SigningAnswer> => {
    const { network: code, payments, terms } = request;
    const network = (await readNetworks(platform)).networks.get(code);
    invariant(network, 'the double signs for networks that there are');
    const withdrawals = signedBefore(platform, request);
    if (withdrawals.length > 0)
      return { signed: false, refusal: 'withdrawal_signed', reason: '', withdrawals };
    if (terms.family === 'evm') {
      const [payment] = payments;
      invariant(payment && payments.length === 1, 'one payment in each transaction of an EVM chain');
      const { id, raw } = testKeys('evm').withSecretKey(terms.from, (secretKey) =>
        signEvm(payment, terms, secretKey),
      );
      return { signed: true, transactionId: id, raw };
    }
    if (terms.family === 'tron') {
      const [payment] = payments;
      invariant(payment && payments.length === 1, 'one payment in each transaction of Tron');
      const { id, raw } = testKeys('tron').withSecretKey(terms.from, (secretKey) =>
        signTron(payment, terms, secretKey),
      );
      return { signed: true, transactionId: id, raw };
    }
    if (terms.family === 'bitcoin') {
      const coin = network.addressFormat;
      invariant(coin === 'bitcoin' || coin === 'litecoin', 'inputs are spent on the Bitcoin family only');
      const { id, raw } = signBitcoin(
        { payments, terms },
        { keys: testKeys(coin), network: { coin, chain: 'regtest' } },
      );
      return { signed: true, transactionId: id, raw };
    }
    const { id, raw } = testKeys(network.addressFormat).withSecretKey(terms.from, (secretKey) =>
      signDevelopment(
        {
          nonce: terms.nonce,
          fee: terms.fee,
          payments: payments.map(({ to, memo, contract, amount }) => ({
            ...{ to, amount },
            ...(memo === undefined ? {} : { memo }),
            ...(contract === undefined ? {} : { contract }),
          })),
        },
        { network: { ...network, memo: network.memo ?? undefined }, secretKey },
      ),
    );
    return { signed: true, transactionId: id, raw };
  };
}

/** By server, the last request that was signed for each withdrawal. */
const signed = new WeakMap<
  Platform['runtime'],
  Map<string, { readonly id: string; readonly slot: string }>
>();

/** The withdrawals of a payout that another transaction could pay beside it. If there are none, they are noted as signed for. */
function signedBefore(
  { runtime }: Platform,
  { id, kind, payments, terms, follows }: SigningRequest,
): string[] {
  if (kind !== 'payout') return [];
  const known = signed.get(runtime) ?? new Map<string, { id: string; slot: string }>();
  signed.set(runtime, known);
  const slot = slotOf(terms);
  const withdrawals = payments.map(({ withdrawal }) => {
    invariant(withdrawal, 'a payout says which withdrawals it pays');
    return withdrawal;
  });
  const before = withdrawals.filter((withdrawal) => {
    const last = known.get(withdrawal);
    return last !== undefined && last.slot !== slot && !follows?.includes(last.id);
  });
  if (before.length === 0) for (const withdrawal of withdrawals) known.set(withdrawal, { id, slot });
  return before;
}

function slotOf(terms: Terms): string {
  if (terms.family === 'bitcoin') return `${terms.inputs[0]?.transactionId} ${terms.inputs[0]?.output}`;
  if (terms.family === 'tron') return `${terms.timestamp} ${terms.expiration}`;
  return `${terms.from.branch} ${terms.from.index} ${terms.nonce}`;
}
