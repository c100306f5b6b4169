import { isLanguage } from '@emporion/i18n';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import {
  adoptSettings,
  defaultsOf,
  type ExchangeSettings,
  productName,
  versionOfSettings,
} from '#platform/settings/exchange-settings.ts';
import { signal } from '#platform/signals/signals.ts';

export interface SettingsRow {
  readonly settings: ExchangeSettings;
  readonly version: number;
  readonly changedAt: Date | null;
}

/** The newest row. What it does not name is as the environment says, or as the product comes. */
export async function readSettings(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'database'>,
): Promise<SettingsRow> {
  const defaults = defaultsOf(platform);
  const { rows } = await sql<{ version: number; content: Partial<ExchangeSettings>; changedAt: Date }>`
    select version::float8 as version, content, changed_at as "changedAt"
    from exchange_settings order by version desc limit 1
  `.execute(db);
  const [row] = rows;
  if (!row) return { settings: defaults, version: 0, changedAt: null };
  const { content, version, changedAt } = row;
  const languages = (content.languages ?? []).filter(isLanguage);
  return {
    version,
    changedAt,
    settings: {
      ...defaults,
      ...content,
      // Earlier rows name everything, whether anybody chose it or not.
      name: content.name === undefined || content.name === productName ? defaults.name : content.name,
      requirements: { ...defaults.requirements, ...content.requirements },
      languages: languages.length > 0 ? languages : defaults.languages,
    },
  };
}

/** Brings the memory of this process up to what the database has. */
export async function reloadSettings(platform: Pick<Platform, 'database'>): Promise<void> {
  const { kysely } = platform.database;
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0)::float8 as version from exchange_settings
  `.execute(kysely);
  if ((rows[0]?.version ?? 0) > versionOfSettings(platform))
    adoptSettings(platform, await readSettings(kysely, platform));
}

/** Writes what the change makes of the settings as they stand; others wait until the transaction ends. Undefined when it changes nothing. */
export async function writeSettings(
  transaction: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'database'>,
  { by, change }: { by: string | null; change: (before: ExchangeSettings) => ExchangeSettings },
): Promise<{ before: ExchangeSettings; after: ExchangeSettings } | undefined> {
  await sql`lock table exchange_settings in exclusive mode`.execute(transaction);
  const { settings: before, version } = await readSettings(transaction, platform);
  const after = change(before);
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined;
  await sql`
    insert into exchange_settings (version, content, changed_at, changed_by)
    values (${version + 1}, ${JSON.stringify(chosenOf(after, defaultsOf(platform)))}::jsonb, ${platform.clock.now()}, ${by})
  `.execute(transaction);
  await signal(transaction, 'settings_changed', version + 1);
  return { before, after };
}

const brandKeys: readonly string[] = [
  'name',
  'slogan',
  'copyrightSince',
  'logo',
  'accent',
  'socialLinks',
  'mailFrom',
  'supportEmail',
  'homeCurrency',
  'companyName',
  'companyAddress',
  'governingLaw',
] satisfies (keyof ExchangeSettings)[];

/** Of the brand only what differs from the defaults is kept, so that what nobody chose goes on following the environment. */
function chosenOf(settings: ExchangeSettings, defaults: ExchangeSettings): Partial<ExchangeSettings> {
  const isKept = ([key, value]: [string, unknown]) =>
    !brandKeys.includes(key) ||
    JSON.stringify(value) !== JSON.stringify(defaults[key as keyof ExchangeSettings]);
  return Object.fromEntries(Object.entries(settings).filter(isKept));
}
