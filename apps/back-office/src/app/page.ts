import type { Capability } from '@emporion/contracts/rest';
import type { IconName } from '@emporion/web/ui/icon/icon.tsx';
import type { ComponentType } from 'react';

/** The rooms of the back office, in the order in which they stand at the side. */
export const groups = ['overview', 'users', 'trading', 'wallet', 'support', 'settings', 'system'] as const;
export type Group = (typeof groups)[number];

export const groupNames: Readonly<Record<Group, string>> = {
  overview: 'Overview',
  users: 'Users',
  trading: 'Trading',
  wallet: 'Wallet',
  support: 'Support',
  settings: 'Settings',
  system: 'System',
};

/** One page. Each area lists its own in its `pages.ts`, and `all-pages.ts` names the areas. */
export interface Page {
  /** Relative to `/admin`, without slashes at its ends; empty for the first page. */
  readonly path: string;
  readonly title: string;
  readonly group: Group;
  /** Who has it not is shown no way to the page, and the server answers nothing. */
  readonly capability: Capability;
  /** Left out: the page is reached from another one, and does not stand at the side. */
  readonly icon?: IconName;
  readonly load: () => Promise<ComponentType>;
}
