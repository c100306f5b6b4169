import { addressFormats } from '@emporion/chains';
import { tronParameterFields } from '@emporion/contracts/rest';
import * as z from 'zod/mini';
import type { Network, Networks } from '#modules/markets/index.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { requireSpelledContracts } from './evm-parameters.ts';
import { wrongParameters } from './wrong-parameters.ts';

/** What the row of a Tron network says in `parameters`. Amounts are in the smallest units of its coin. */
export interface TronParameters {
  readonly firstBlock: string;
  readonly nodes: readonly [TronNodeAddress, ...TronNodeAddress[]];
  readonly feeLimitMax: bigint;
  readonly expirationSeconds: number;
}
interface TronNodeAddress {
  readonly wallet: string;
  readonly solidity: string;
}

const shape = z.object(tronParameterFields);

/** One address for everything, or one for what is newest and one for what is final. */
const bothOf = (node: string | TronNodeAddress): TronNodeAddress =>
  typeof node === 'string' ? { wallet: node, solidity: node } : node;

/** @throws StartupError which names the field, and not its value: the address of a node may carry a key. */
export function readTronParameters({
  code,
  parameters,
}: Pick<Network, 'code' | 'parameters'>): TronParameters {
  const read = shape.safeParse(parameters);
  if (!read.success) throw wrongParameters(code, read.error);
  const { nodes, feeLimitMax, ...rest } = read.data;
  const [first, ...others] = nodes;
  return { ...rest, nodes: [bothOf(first), ...others.map(bothOf)], feeLimitMax: BigInt(feeLimitMax) };
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
