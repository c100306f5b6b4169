import type { SignerCoins, SignerIdentity, SigningAnswer, SigningRefusal } from '#signing.ts';
import { signingPaymentsMax } from './signing-request.ts';
import {
  readBoolean,
  readFields,
  readList,
  readOneOf,
  readRecord,
  readText,
  ShapeError,
} from './strict-json.ts';

/** The longest line that either side reads: 256 payments with the longest texts, and their transaction. */
export const signerLineBytesMax = 512 * 1024;

const refusals = [
  'malformed',
  'unknown_kind',
  'unknown_network',
  'unknown_coin',
  'id_reused',
  'bad_address',
  'not_ours',
  'no_cold_address',
  'fee_too_high',
  'day_spent',
  'not_a_replacement',
  'withdrawal_signed',
] as const satisfies SigningRefusal[];

/** @throws ShapeError */
export function readSigningAnswer(value: unknown): SigningAnswer {
  const signed = readBoolean(readRecord(value, 'The answer').signed, 'signed');
  if (!signed) {
    const required = ['signed', 'refusal', 'reason'] as const;
    const fields = readFields(value, { at: 'The answer', required, optional: ['withdrawals'] });
    const refusal = readOneOf(fields.refusal, { at: 'refusal', words: refusals });
    return {
      ...{ signed, refusal, reason: readText(fields.reason, { at: 'reason', max: 1_000 }) },
      ...(fields.withdrawals !== undefined && {
        withdrawals: readList(fields.withdrawals, { at: 'withdrawals', max: signingPaymentsMax }).map(
          (withdrawal) => readText(withdrawal, { at: 'withdrawals', max: 100 }),
        ),
      }),
    };
  }
  const fields = readFields(value, { at: 'The answer', required: ['signed', 'transactionId', 'raw'] });
  return {
    signed,
    transactionId: readText(fields.transactionId, { at: 'transactionId', max: 200 }),
    raw: readText(fields.raw, { at: 'raw', max: signerLineBytesMax }),
  };
}

function requireNetworkCode(code: string): void {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(code)) throw new ShapeError('A network has a code that is none.');
}

/** @throws ShapeError */
export function readSignerCoins(value: unknown): SignerCoins {
  const { networks } = readFields(value, { at: 'The coins', required: ['networks'] });
  return Object.fromEntries(
    Object.entries(readRecord(networks, 'networks')).map(([code, coins]) => {
      requireNetworkCode(code);
      return [code, Object.fromEntries(Object.entries(readRecord(coins, 'coins')).map(readCoin))];
    }),
  );
}

function readCoin([coin, value]: [string, unknown]): [string, { readonly contract?: string }] {
  if (!/^[A-Z0-9]{2,10}$/.test(coin)) throw new ShapeError('A coin has a code that is none.');
  const { contract } = readFields(value, { at: 'A coin', required: [], optional: ['contract'] });
  return [coin, contract === undefined ? {} : { contract: readText(contract, { at: 'contract', max: 200 }) }];
}

/** @throws ShapeError */
export function readSignerIdentity(value: unknown): SignerIdentity {
  const fields = readFields(value, {
    at: 'The identity',
    required: ['demo', 'networks'],
    optional: ['last'],
  });
  const networks: Record<string, SignerIdentity['networks'][string]> = {};
  for (const [code, network] of Object.entries(readRecord(fields.networks, 'networks'))) {
    const known = readFields(network, {
      at: 'A network',
      required: ['publicKey'],
      optional: ['coldAddress', 'coldMemo'],
    });
    requireNetworkCode(code);
    networks[code] = {
      publicKey: readText(known.publicKey, { at: 'publicKey', max: 200 }),
      ...(known.coldAddress !== undefined && {
        coldAddress: readText(known.coldAddress, { at: 'coldAddress', max: 200 }),
      }),
      ...(known.coldMemo !== undefined && {
        coldMemo: readText(known.coldMemo, { at: 'coldMemo', max: 200 }),
      }),
    };
  }
  return {
    demo: readBoolean(fields.demo, 'demo'),
    ...(fields.last !== undefined && { last: readText(fields.last, { at: 'last', max: 100 }) }),
    networks,
  };
}
