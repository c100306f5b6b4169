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

const fees = { to: '/fees', text: 'pages.links.fees' };
const support = { to: '/support', text: 'pages.links.support' };
const settings = { to: '/settings', text: 'pages.links.settings' };

/** The pages whose capability is not built yet: what each will hold, and where a visitor can go instead. */
export const outlines = {
  kyc: { icon: 'shield-check', points: ['file-text', 'clock', 'lock'], links: [settings, support, fees] },
} as const satisfies Record<string, Outline>;

export type OutlineName = keyof typeof outlines;
