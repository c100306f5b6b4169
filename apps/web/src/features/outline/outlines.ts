import type { IconName } from '#ui/icon/icon.tsx';

export interface OutlineLink {
  readonly to: string;
  /** The key of the link's text. */
  readonly text: string;
}

export interface Outline {
  readonly icon: IconName;
  /** One icon for each point; the points' texts stand in the catalogue in the same order. */
  readonly points: readonly IconName[];
  readonly links: readonly OutlineLink[];
}

const login = { to: '/login', text: 'pages.links.login' };
const trade = { to: '/trade/BTC-USDT', text: 'pages.links.trade' };
const fees = { to: '/fees', text: 'pages.links.fees' };

/** The pages whose capability is not built yet: what each will hold, and where a visitor can go instead. */
export const outlines = {
  support: {
    icon: 'life-buoy',
    points: ['send', 'upload', 'clock', 'circle-help'],
    links: [fees, trade, login],
  },
} as const satisfies Record<string, Outline>;

export type OutlineName = keyof typeof outlines;
