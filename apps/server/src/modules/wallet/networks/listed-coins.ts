import { addressFormats } from '@emporion/chains';
import type { Network, Networks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { requireBitcoinRows } from './bitcoin-parameters.ts';
import { requireEvmRows } from './evm-parameters.ts';
import { chainsOf } from './open-chains.ts';
import { requireTronRows } from './tron-parameters.ts';

/** What no adapter could work with is found before anybody is shown an address. @throws StartupError */
export function requireNetworkRows(networks: Networks): void {
  requireEvmRows(networks);
  requireTronRows(networks);
  requireBitcoinRows(networks);
}

/** A contract in the one spelling in which transfers name it; undefined for what is no address of the network. */
export function contractSpelling({ addressFormat }: Network, contract: string): string | undefined {
  return addressFormats[addressFormat].normalize(contract);
}

/** How finely the chains count their own coins. */
const ownDecimals = { bitcoin: 8, evm: 18, tron: 6 } as const;

/**
 * How finely a network counts a coin: of a token as its contract says. `unknown` where the chain cannot tell, `none` where it knows no such token.
 *
 * @throws ChainUnavailable
 */
export async function chainDecimals(
  platform: Pick<Platform, 'database' | 'runtime'>,
  network: Network,
  contract: string | null,
): Promise<number | 'unknown' | 'none'> {
  if (network.family === 'development') return 'unknown';
  if (contract === null) return ownDecimals[network.family];
  const chain = await chainsOf(platform).of(network);
  if (!chain.tokenDecimals) return 'none';
  return (await chain.tokenDecimals(contract)) ?? 'none';
}
