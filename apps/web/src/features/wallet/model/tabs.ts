import type { IconName } from '#ui/icon/icon.tsx';

export interface WalletTab {
  readonly name: string;
  /** Without a coin: where one is needed, the redirect names it. */
  readonly path: string;
  readonly icon: IconName;
}

/** In the order in which they stand. */
export const walletTabs = [
  { name: 'overview', path: '/wallet', icon: 'wallet' },
  { name: 'balances', path: '/wallet/balances', icon: 'list' },
  { name: 'deposit', path: '/wallet/deposit', icon: 'arrow-down-to-line' },
  { name: 'withdrawal', path: '/wallet/withdrawal', icon: 'arrow-up-from-line' },
  { name: 'transfer', path: '/wallet/transfer', icon: 'send' },
  { name: 'history', path: '/wallet/history/all', icon: 'history' },
  { name: 'addresses', path: '/wallet/addresses', icon: 'users' },
  { name: 'codes', path: '/wallet/codes', icon: 'gift' },
] as const satisfies readonly WalletTab[];

export type WalletTabName = (typeof walletTabs)[number]['name'];

/** The tabs that speak of one coin: going from one to the other keeps it. The history is that of all, where nobody misses what came last. */
const ofCoin: ReadonlySet<string> = new Set(['deposit', 'withdrawal']);

export function tabPath({ name, path }: WalletTab, coin: string | undefined): string {
  return coin !== undefined && coin !== 'all' && ofCoin.has(name) ? `${path}/${coin}` : path;
}
