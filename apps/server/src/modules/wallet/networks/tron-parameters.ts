import { addressFormats } from '@emporion/chains';
import { z } from 'zod';
import type { Network, Networks } from '#modules/markets/index.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { requireSpelledContracts } from './evm-parameters.ts';

const url = z.url({ protocol: /^https?$/ });

/** One address for everything, or one for what is newest and one for what is final. */
const node = z.union([
  url.transform((both) => ({ wallet: both, solidity: both })),
  z.strictObject({ wallet: url, solidity: url }),
]);

/** What the row of a Tron network says in `parameters`. Amounts are in the smallest units of its coin, as texts. */
const shape = z.object({
  /** The hash of the chain's first block: a node of another chain is not believed. */
  firstBlock: z.string().regex(/^[0-9a-f]{64}$/),
  /** The first is asked for everything; the others must agree with it on every block. */
  nodes: z.tuple([node], node),
  /** The most that the contract of a token may use for one payment. */
  feeLimitMax: z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/)
    .transform(BigInt),
  /** So long after it was made a transaction can be mined. One that never was is made anew after that. */
  expirationSeconds: z.number().int().min(60).max(43_200).default(600),
});

export type TronParameters = z.output<typeof shape>;

/** @throws StartupError which names the field, and not its value: the address of a node may carry a key. */
export function readTronParameters({
  code,
  parameters,
}: Pick<Network, 'code' | 'parameters'>): TronParameters {
  const read = shape.safeParse(parameters);
  if (read.success) return read.data;
  const where = read.error.issues.map(({ path }) => path.join('.') || 'all of it').join(', ');
  throw new StartupError(`The parameters of ${code} in the table blockchains are wrong: ${where}.`);
}

/**
 * What no adapter could work with is found before anybody is shown an address.
 *
 * @throws StartupError
 */
export function requireTronRows({ networks, coins }: Networks): void {
  const tron = new Set<string>();
  for (const network of networks.values()) {
    if (network.family !== 'tron') continue;
    readTronParameters(network);
    if (network.addressFormat !== 'tron' || network.memo)
      throw new StartupError(
        `The network ${network.code} must have addresses of the format tron, and no memo.`,
      );
    tron.add(network.code);
  }
  // The signer has one network of this family: a transaction does not say which chain it is for.
  if (tron.size > 1)
    throw new StartupError(`There is more than one network of the family tron: ${[...tron].join(', ')}.`);
  requireSpelledContracts(coins, { of: tron, format: addressFormats.tron });
}
