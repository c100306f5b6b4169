import { addressFormats } from '@emporion/chains';
import type { Network, Networks } from '#modules/markets/index.ts';
import { requireBitcoinRows } from './bitcoin-parameters.ts';
import { requireEvmRows } from './evm-parameters.ts';
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
