import { paymentAmountMin } from '@emporion/chains';
import { signingPaymentsMax } from '@emporion/chains/wire';
import { parseDecimal } from '@emporion/kernel';
import { z } from 'zod';
import type { Network, Networks } from '#modules/markets/index.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

/** A tenth of a coin for 1,000 virtual bytes: nodes themselves refuse to be asked for ten times as much. */
const feeRateBound = 10_000_000n;

const feeRate = z
  .string()
  .regex(/^[0-9]{1,9}$/)
  .transform(BigInt)
  .refine((rate) => rate > 0n && rate <= feeRateBound);

/** What the row of a network of the Bitcoin family says in `parameters`. Fee rates are in the chain's smallest units for 1,000 virtual bytes, as texts. */
const shape = z.object({
  chain: z.enum(['main', 'testnet', 'regtest']).default('main'),
  /** With the user and password of its JSON-RPC, as `http://user:password@host:port`. */
  node: z.url({ protocol: /^https?$/ }),
  fees: z.strictObject({
    /** In how many blocks a payout should be mined. */
    blocks: z.number().int().min(1).max(1_008).default(6),
    /** For a node that has seen too little to tell. */
    fallback: feeRate,
    /** Nothing is ever offered above it. */
    ceiling: feeRate,
    /** What a node wants on top for passing on a replacement: its `incrementalrelayfee`. */
    relay: feeRate.default(1_000n),
  }),
  /** How many withdrawals one transaction pays at most. */
  paymentsMax: z.number().int().min(1).max(signingPaymentsMax).default(100),
});

export type BitcoinParameters = z.output<typeof shape>;

/** @throws StartupError which names the field, and not its value: the address of a node has its password. */
export function readBitcoinParameters({
  code,
  parameters,
}: Pick<Network, 'code' | 'parameters'>): BitcoinParameters {
  const read = shape.safeParse(parameters);
  if (read.success) return read.data;
  const where = read.error.issues.map(({ path }) => path.join('.') || 'all of it').join(', ');
  throw new StartupError(`The parameters of ${code} in the table blockchains are wrong: ${where}.`);
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
    const coin = bitcoinCoinOf(network);
    const { chain } = readBitcoinParameters(network);
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
      if (coin === 'litecoin' && chain === 'main' && listed.confirmations < privateSideMaturity)
        throw new StartupError(
          `${code} needs ${privateSideMaturity} confirmations or more: younger coins from Litecoin's private side cannot be spent.`,
        );
      const least = parseDecimal(listed.withdrawalMin, 18);
      const units = least.ok ? least.value / 10n ** BigInt(18 - chainDecimals) : 0n;
      if (units < paymentAmountMin(coin))
        throw new StartupError(
          `The smallest withdrawal of ${listed.coin} on ${code} must be ${paymentAmountMin(coin)} of its smallest units or more: nodes pass on no smaller payment. Set withdrawal_min in the table coin_blockchains.`,
        );
    }
  }
}
