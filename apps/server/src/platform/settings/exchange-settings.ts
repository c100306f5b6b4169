import type { FiatCurrency } from '@emporion/contracts/rest';
import { type Language, languages } from '@emporion/i18n';
import type { Platform } from '#platform/platform.ts';

/** What staff set for the whole exchange while it runs. What only whoever runs the server may say is its configuration. */
export interface ExchangeSettings {
  readonly name: string;
  /** Below every page, in the operator's own words; it may be empty. Null: the product's under the product's name, and none under another. */
  readonly slogan: string | null;
  /** The first year of the copyright. Null: the product's under the product's name, and this year under another. */
  readonly copyrightSince: number | null;
  /** The file below `/public/brand/`. Null: the logo of the product. */
  readonly logo: string | null;
  /** By the code of a coin its picture, a file below `/public/brand/`, where staff gave it one. */
  readonly coinLogos: Readonly<Record<string, string>>;
  /** Null: the accent of the product. */
  readonly accent: { readonly light: string; readonly dark: string } | null;
  readonly socialLinks: readonly { readonly title: string; readonly href: string }[];
  /** Of every mail: an address, or a name and an address. Null: no-reply at our own host, by our name. */
  readonly mailFrom: string | null;
  /** Where people write to. Null: tickets alone. */
  readonly supportEmail: string | null;
  /** What values are shown in to whoever has chosen nothing. */
  readonly homeCurrency: FiatCurrency;
  /** Who runs the exchange, for the legal texts. Null: a gap that can be seen. */
  readonly companyName: string | null;
  readonly companyAddress: string | null;
  readonly governingLaw: string | null;
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
  slogan: null,
  copyrightSince: null,
  logo: null,
  coinLogos: {},
  accent: null,
  socialLinks: [],
  mailFrom: null,
  supportEmail: null,
  homeCurrency: 'USD',
  companyName: null,
  companyAddress: null,
  governingLaw: null,
  languages,
  // Accounts are opened by a link of a mail; one that came about otherwise proves its address before money leaves.
  requirements: { kyc: false, twoFactor: false, email: true, phone: false },
  maintenance: false,
  excludedCountries: [],
  firstRun: [],
};

interface Kept {
  /** What counts where staff have set nothing: the product's, and over it what the environment says. */
  defaults: ExchangeSettings;
  settings: ExchangeSettings;
  version: number;
  readonly listeners: Set<(settings: ExchangeSettings, before: ExchangeSettings) => void>;
}

/** One memory per database, so that two servers in one process do not answer for each other. */
const memories = new WeakMap<Platform['database'], Kept>();

function keptOf({ database }: Pick<Platform, 'database'>): Kept {
  const known = memories.get(database);
  if (known) return known;
  const kept: Kept = {
    ...{ defaults: defaultSettings, settings: defaultSettings, version: 0, listeners: new Set() },
  };
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

/** Before anything is read from the database. */
export function adoptDefaults(platform: Pick<Platform, 'database'>, defaults: ExchangeSettings): void {
  const kept = keptOf(platform);
  kept.defaults = defaults;
  if (kept.version === 0) kept.settings = defaults;
}

export function defaultsOf(platform: Pick<Platform, 'database'>): ExchangeSettings {
  return keptOf(platform).defaults;
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
