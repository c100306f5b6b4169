import { paymentAmountMin } from '@emporion/chains';
import { bitcoinParameterFields } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import * as z from 'zod/mini';
import type { Network, Networks } from '#modules/markets/index.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { wrongParameters } from './wrong-parameters.ts';

/** What the row of a network of the Bitcoin family says in `parameters`. Fee rates are in the chain's smallest units for 1,000 virtual bytes. */
export interface BitcoinParameters {
  readonly chain: 'main' | 'testnet' | 'regtest';
  readonly node: string;
  readonly fees: {
    readonly blocks: number;
    readonly fallback: bigint;
    readonly ceiling: bigint;
    readonly relay: bigint;
  };
  readonly paymentsMax: number;
  readonly consolidation?: {
    readonly inputsMin: number;
    readonly inputsMax: number;
    readonly feeRateMax: bigint;
  };
}

const shape = z.object(bitcoinParameterFields);

/** @throws StartupError which names the field, and not its value: the address of a node has its password. */
export function readBitcoinParameters({
  code,
  parameters,
}: Pick<Network, 'code' | 'parameters'>): BitcoinParameters {
  const read = shape.safeParse(parameters);
  if (!read.success) throw wrongParameters(code, read.error);
  const { fees, consolidation, ...rest } = read.data;
  const { blocks, fallback, ceiling, relay } = fees;
  return {
    ...rest,
    fees: { blocks, fallback: BigInt(fallback), ceiling: BigInt(ceiling), relay: BigInt(relay) },
    ...(consolidation && {
      consolidation: { ...consolidation, feeRateMax: BigInt(consolidation.feeRateMax) },
    }),
  };
}

/** The coin of a network of the family, which its addresses name too. */
export function bitcoinCoinOf({
  code,
  addressFormat,
}: Pick<Network, 'code' | 'addressFormat'>): 'bitcoin' | 'litecoin' {
  if (addressFormat === 'bitcoin' || addressFormat === 'litecoin') return addressFormat;
  throw new StartupError(
    `The network ${code} is of the family bitcoin: it must have addresses of the format bitcoin or litecoin.`,
  );
}

/** Coins that come back from Litecoin's private side can be spent six blocks later, and a payout must never be built on younger ones. */
const privateSideMaturity = 6;
const chainDecimals = 8;

/** What the chain itself asks of the terms of its coin: how deep a deposit lies at least, and the smallest payment that nodes pass on, in its smallest units. */
export function bitcoinBounds(network: Pick<Network, 'code' | 'addressFormat' | 'parameters'>): {
  readonly confirmations: number;
  readonly units: bigint;
} {
  const coin = bitcoinCoinOf(network);
  const { chain } = readBitcoinParameters(network);
  return {
    confirmations: coin === 'litecoin' && chain === 'main' ? privateSideMaturity : 1,
    units: paymentAmountMin(coin),
  };
}

/**
 * What no adapter could work with is found before anybody is shown an address.
 *
 * @throws StartupError
 */
export function requireBitcoinRows({ networks, coins }: Networks): void {
  const byFormat = new Map<string, string>();
  for (const network of networks.values()) {
    if (network.family !== 'bitcoin') continue;
    const { code, addressFormat, memo, feeCoin } = network;
    const bounds = bitcoinBounds(network);
    if (memo) throw new StartupError(`The network ${code} has a memo, which its transactions cannot carry.`);
    const other = byFormat.get(addressFormat);
    if (other !== undefined)
      throw new StartupError(
        `The networks ${other} and ${code} have the same keys, and a transaction does not say which of them it is for: keep one.`,
      );
    byFormat.set(addressFormat, code);
    for (const listed of coins.filter((each) => each.network === code)) {
      if (listed.coin !== feeCoin || listed.decimals !== chainDecimals)
        throw new StartupError(
          `${code} has one coin, ${feeCoin}, with ${chainDecimals} decimals: correct ${listed.coin} in the table coin_blockchains.`,
        );
      if (listed.confirmations < bounds.confirmations)
        throw new StartupError(
          `${code} needs ${bounds.confirmations} confirmations or more: younger coins from Litecoin's private side cannot be spent.`,
        );
      const least = parseDecimal(listed.withdrawalMin, 18);
      const units = least.ok ? least.value / 10n ** BigInt(18 - chainDecimals) : 0n;
      if (units < bounds.units)
        throw new StartupError(
          `The smallest withdrawal of ${listed.coin} on ${code} must be ${bounds.units} of its smallest units or more: nodes pass on no smaller payment. Set withdrawal_min in the table coin_blockchains.`,
        );
    }
  }
}
