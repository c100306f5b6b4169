import { createHash } from 'node:crypto';
import type { ExchangeSettings } from './exchange-settings.ts';

/**
 * A file of its own, because the policy of the page lets no style stand in it. Buttons have the accent of the light theme in both: it is read on white, so white
 * is read on it.
 */
export function accentSheet({ light, dark }: NonNullable<ExchangeSettings['accent']>): {
  name: string;
  text: string;
} {
  const text = `:root,[data-theme="light"],[data-theme="auto"]{--accent:${light}}[data-theme="dark"]{--accent:${dark}}@media (prefers-color-scheme:dark){[data-theme="auto"]{--accent:${dark}}}.button[data-color="blue"]{--fill:${light};--ink:#fff;--lift:black}\n`;
  return { name: `accent-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.css`, text };
}
