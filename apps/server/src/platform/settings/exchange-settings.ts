import { type Language, languages } from '@emporion/i18n';
import type { Platform } from '#platform/platform.ts';

/** What staff set for the whole exchange while it runs. What only whoever runs the server may say is its configuration. */
export interface ExchangeSettings {
  readonly name: string;
  /** The file below `/public/brand/`. Null: the logo of the product. */
  readonly logo: string | null;
  /** Null: the accent of the product. */
  readonly accent: { readonly light: string; readonly dark: string } | null;
  readonly socialLinks: readonly { readonly title: string; readonly href: string }[];
  readonly languages: readonly Language[];
  readonly requirements: Requirements;
  readonly maintenance: boolean;
  readonly excludedCountries: readonly string[];
  /** The steps of the first set-up that were done or left out. */
  readonly firstRun: readonly string[];
}

/** What people must have proved. */
export interface Requirements {
  readonly kyc: boolean;
  readonly twoFactor: boolean;
  readonly email: boolean;
  readonly phone: boolean;
}

export const productName = 'Emporion';

export const defaultSettings: ExchangeSettings = {
  name: productName,
  logo: null,
  accent: null,
  socialLinks: [],
  languages,
  // Accounts are opened by a link of a mail; one that came about otherwise proves its address before money leaves.
  requirements: { kyc: false, twoFactor: false, email: true, phone: false },
  maintenance: false,
  excludedCountries: [],
  firstRun: [],
};

interface Kept {
  settings: ExchangeSettings;
  version: number;
  readonly listeners: Set<(settings: ExchangeSettings, before: ExchangeSettings) => void>;
}

/** One memory per database, so that two servers in one process do not answer for each other. */
const memories = new WeakMap<Platform['database'], Kept>();

function keptOf({ database }: Pick<Platform, 'database'>): Kept {
  const known = memories.get(database);
  if (known) return known;
  const kept: Kept = { settings: defaultSettings, version: 0, listeners: new Set() };
  memories.set(database, kept);
  return kept;
}

/** The settings that count now, from memory: this stands before every order. The same object until something changes. */
export function settingsOf(platform: Pick<Platform, 'database'>): ExchangeSettings {
  return keptOf(platform).settings;
}

export function versionOfSettings(platform: Pick<Platform, 'database'>): number {
  return keptOf(platform).version;
}

/** Lets newer settings count. An older reading that arrives late changes nothing. */
export function adoptSettings(
  platform: Pick<Platform, 'database'>,
  { settings, version }: { readonly settings: ExchangeSettings; readonly version: number },
): void {
  const kept = keptOf(platform);
  if (version <= kept.version) return;
  const before = kept.settings;
  kept.settings = settings;
  kept.version = version;
  for (const listener of [...kept.listeners]) listener(settings, before);
}

/** Hears of every change that this process learns of. Answers how to stop. */
export function onSettings(
  platform: Pick<Platform, 'database'>,
  listener: (settings: ExchangeSettings, before: ExchangeSettings) => void,
): () => void {
  const { listeners } = keptOf(platform);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
