import type { CoinNetwork } from '@emporion/contracts/rest';
import { texts } from '@emporion/i18n/texts';
import type { Blockchains } from '../api/use-wallet-coins.ts';

/** In the place of a network: a bank carries it out. */
export const bankNetwork = 'bank';

/** "Tron (TRC-20)": by both names, because wallets and exchanges show either. */
export function networkName(network: string, blockchains: Blockchains): string {
  if (network === bankNetwork) return texts.t('wallet.kinds.bank');
  const known = blockchains[network];
  if (known === undefined) return network;
  return known.standard === null ? known.name : `${known.name} (${known.standard})`;
}

export type Purpose = 'deposit' | 'withdrawal';

export function isOff(network: CoinNetwork, purpose: Purpose): boolean {
  return purpose === 'deposit' ? network.disable_topups : network.disable_withdrawals;
}

/** The one that is chosen for whoever has chosen none: the usual one that is open. */
export function firstOpen(networks: readonly CoinNetwork[], purpose: Purpose): CoinNetwork | undefined {
  return networks.find((network) => !isOff(network, purpose)) ?? networks[0];
}
