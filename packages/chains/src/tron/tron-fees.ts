import { mulDivUp } from '@emporion/kernel';
import type { Payment } from '#signing.ts';
import { tronBytePrice, tronBytesMax, tronNewAccountFee } from './tron-transaction.ts';
import { readListOrNone, readRecord, readWhole } from './tron-values.ts';

/** What the chain asks for now, in units of its coin. */
export interface TronPrices {
  readonly energy: bigint;
  /** For each byte of a transaction. */
  readonly byte: bigint;
  /** For an account that a payment of the coin opens. */
  readonly newAccount: bigint;
}

export function readPrices(value: unknown): TronPrices {
  const parameters = new Map<unknown, unknown>();
  for (const each of readListOrNone(readRecord(value, 'parameters').chainParameter, 'chainParameter')) {
    const parameter = readRecord(each, 'chainParameter');
    parameters.set(parameter.key, parameter.value);
  }
  const price = (key: string) => BigInt(readWhole(parameters.get(key), key));
  return {
    energy: price('getEnergyFee'),
    byte: price('getTransactionFee'),
    newAccount: price('getCreateNewAccountFeeInSystemContract') + price('getCreateAccountFee'),
  };
}

/** What a payment can cost beside its contract. Never less than what the signer wants to be kept back. */
export function reserveFor(
  { contract }: Pick<Payment, 'contract'>,
  { prices, opensAccount }: { prices: TronPrices; opensAccount: boolean },
): bigint {
  const bytes = contract === undefined ? tronBytesMax.coin : tronBytesMax.token;
  const forBytes = bytes * larger(prices.byte, tronBytePrice);
  return contract === undefined && opensAccount
    ? forBytes + larger(prices.newAccount, tronNewAccountFee)
    : forBytes;
}

/** The limit of a contract's fee: what it used when it was tried, with a margin, below a ceiling. Energy that is not used is not paid. */
export function feeLimitFor(
  energy: bigint | 'would_fail' | undefined,
  { prices, margin, max }: { prices: TronPrices; margin: { by: bigint; per: bigint }; max: bigint },
): bigint {
  if (typeof energy !== 'bigint') return max;
  const limit = mulDivUp(energy * prices.energy, margin);
  return limit > max || limit === 0n ? max : limit;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
