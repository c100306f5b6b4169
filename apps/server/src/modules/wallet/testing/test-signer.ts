import {
  type SigningAnswer,
  type SigningRequest,
  signBitcoin,
  signDevelopment,
  signEvm,
  signTron,
} from '@emporion/chains';
import { invariant } from '@emporion/kernel';
import { readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { testKeys } from '#testing/test-keys.ts';
import type { Sign } from '../payouts/payout-network.ts';

/** A double of the signer that signs whatever it is asked for, with the keys that everybody knows: for tests of what the server does, not of what may be signed. */
export function testSigner(platform: Platform): Sign {
  return async ({ network: code, payments, terms }: SigningRequest): Promise<SigningAnswer> => {
    const network = (await readNetworks(platform)).networks.get(code);
    invariant(network, 'the double signs for networks that there are');
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
