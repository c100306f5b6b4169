import { type AddressFormat, addressFormats } from '@emporion/chains';
import { z } from 'zod';
import type { Network, Networks } from '#modules/markets/index.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

const amount = z
  .string()
  .regex(/^[0-9]{1,30}$/)
  .transform(BigInt);

const fees = z.strictObject({ maxFeePerGas: amount, maxPriorityFeePerGas: amount });

/** What the row of an EVM network says in `parameters`. Fees are in the chain's smallest units for each unit of gas, as texts. */
const shape = z.object({
  chainId: z.number().int().positive(),
  /** The first is asked for everything; the others must agree with it on every block. */
  nodes: z.tuple([z.url({ protocol: /^https?$/ })], z.url({ protocol: /^https?$/ })),
  fees: z.strictObject({
    /** For a node that cannot tell what others pay. */
    fallback: fees,
    /** Nothing is ever offered above it. */
    maxFeePerGas: amount,
    minPriorityFeePerGas: amount.default(0n),
  }),
  /** The most gas that one payment may use. */
  gasMax: z.number().int().min(21_000).default(120_000).transform(BigInt),
});

export type EvmParameters = z.output<typeof shape>;

/** @throws StartupError which names the field, and not its value: the address of a node may carry a key. */
export function readEvmParameters({ code, parameters }: Pick<Network, 'code' | 'parameters'>): EvmParameters {
  const read = shape.safeParse(parameters);
  if (read.success) return read.data;
  const where = read.error.issues.map(({ path }) => path.join('.') || 'all of it').join(', ');
  throw new StartupError(`The parameters of ${code} in the table blockchains are wrong: ${where}.`);
}

/**
 * What no adapter could work with is found before anybody is shown an address. Transfers name a contract in its one spelling, so a row in another one would
 * make every deposit of its coin one of an unknown token.
 *
 * @throws StartupError
 */
export function requireEvmRows({ networks, coins }: Networks): void {
  const evm = new Set<string>();
  for (const network of networks.values()) {
    if (network.family !== 'evm') continue;
    readEvmParameters(network);
    if (network.addressFormat !== 'evm' || network.memo)
      throw new StartupError(
        `The network ${network.code} must have addresses of the format evm, and no memo.`,
      );
    evm.add(network.code);
  }
  requireSpelledContracts(coins, { of: evm, format: addressFormats.evm });
}

/** @throws StartupError for a contract in another spelling than the one that transfers name. */
export function requireSpelledContracts(
  coins: Networks['coins'],
  { of, format }: { readonly of: ReadonlySet<string>; readonly format: AddressFormat },
): void {
  for (const { coin, network, contract } of coins) {
    if (!of.has(network) || contract === null) continue;
    const spelled = format.normalize(contract);
    if (spelled !== contract)
      throw new StartupError(
        `The contract of ${coin} on ${network} must be written as ${spelled ?? 'an address'} in the table coin_blockchains.`,
      );
  }
}
