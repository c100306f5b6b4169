import { type AddressFormat, addressFormats } from '@emporion/chains';
import { evmParameterFields } from '@emporion/contracts/rest';
import * as z from 'zod/mini';
import type { Network, Networks } from '#modules/markets/index.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { wrongParameters } from './wrong-parameters.ts';

/** What the row of an EVM network says in `parameters`. Fees are in the chain's smallest units for each unit of gas. */
export interface EvmParameters {
  readonly chainId: number;
  readonly nodes: readonly [string, ...string[]];
  readonly fees: {
    readonly fallback: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };
    readonly maxFeePerGas: bigint;
    readonly minPriorityFeePerGas: bigint;
  };
  readonly gasMax: bigint;
}

const shape = z.object(evmParameterFields);

/** @throws StartupError which names the field, and not its value: the address of a node may carry a key. */
export function readEvmParameters({ code, parameters }: Pick<Network, 'code' | 'parameters'>): EvmParameters {
  const read = shape.safeParse(parameters);
  if (!read.success) throw wrongParameters(code, read.error);
  const { chainId, nodes, gasMax, fees } = read.data;
  const { maxFeePerGas, maxPriorityFeePerGas } = fees.fallback;
  return {
    ...{ chainId, nodes, gasMax: BigInt(gasMax) },
    fees: {
      fallback: {
        maxFeePerGas: BigInt(maxFeePerGas),
        maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
      },
      maxFeePerGas: BigInt(fees.maxFeePerGas),
      minPriorityFeePerGas: BigInt(fees.minPriorityFeePerGas),
    },
  };
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
