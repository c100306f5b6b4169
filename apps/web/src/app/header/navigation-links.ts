import type { IconName } from '#ui/icon/icon.tsx';
import { tradePath } from '../routes.ts';

export interface NavigationLink {
  readonly to: string;
  /** The key of the link's text. */
  readonly text: string;
  readonly icon: IconName;
  /** The first part of the paths on which the link counts as the present one. */
  readonly section: string;
}

export const navigationLinks: readonly NavigationLink[] = [
  { to: '/wallet', text: 'shell.menu.wallet', icon: 'wallet', section: 'wallet' },
  { to: tradePath, text: 'shell.menu.buysell', icon: 'chart-candlestick', section: 'trade' },
  { to: '/quick-swap', text: 'shell.menu.exchange', icon: 'repeat', section: 'quick-swap' },
  { to: '/fees', text: 'shell.menu.fees', icon: 'percent', section: 'fees' },
];

/** `pathname` is relative to the base path. The link to BTC-USDT is the present one on every pair's page. */
export function isCurrentLink(link: NavigationLink, pathname: string): boolean {
  return pathname.split('/')[1] === link.section;
}
