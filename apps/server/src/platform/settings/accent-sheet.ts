import { createHash } from 'node:crypto';
import type { ExchangeSettings } from './exchange-settings.ts';

/** A file of its own, because the policy of the page lets no style stand in it. */
export function accentSheet({ light, dark }: NonNullable<ExchangeSettings['accent']>): {
  name: string;
  text: string;
} {
  const text = `:root,[data-theme="light"],[data-theme="auto"]{--accent:${light}}[data-theme="dark"]{--accent:${dark}}@media (prefers-color-scheme:dark){[data-theme="auto"]{--accent:${dark}}}\n`;
  return { name: `accent-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.css`, text };
}
