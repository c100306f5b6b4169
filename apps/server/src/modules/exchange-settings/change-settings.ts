import type { Confirmation } from '@emporion/contracts/rest';
import type { Transaction } from 'kysely';
import { type AuditValues, recordStaffAction } from '#modules/audit/index.ts';
import { type Origin, requireConfirmation } from '#modules/identity/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { ExchangeSettings } from '#platform/settings/exchange-settings.ts';
import { reloadSettings, writeSettings } from './settings-rows.ts';

export interface SettingsChange {
  /** What stands in the audit log. */
  readonly action: string;
  readonly by: string;
  readonly reason: string;
  readonly confirmation: Confirmation | undefined;
  readonly origin: Origin;
  readonly change: (before: ExchangeSettings) => ExchangeSettings;
  /** What must stand with it, such as the bytes of a picture. */
  readonly beside?: (transaction: Transaction<unknown>) => Promise<void>;
}

/** Changes settings with a fresh code, writes before and after down, and lets them count in this process before it is answered. Others follow at once. */
export async function changeSettings(platform: Platform, given: SettingsChange): Promise<void> {
  const { action, by, reason, confirmation, origin, change, beside } = given;
  const asked = { userId: by, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, asked, async (transaction) => {
    await beside?.(transaction);
    const changed = await writeSettings(transaction, platform, { by, change });
    if (!changed) return;
    const before = flat(changed.before);
    const after = flat(changed.after);
    const differs = Object.keys(after).filter((key) => String(after[key]) !== String(before[key]));
    await recordStaffAction(transaction, platform, {
      ...{ action, actorId: by, origin, reason, object: 'settings:exchange' },
      ...{ before: only(before, differs), after: only(after, differs) },
    });
  });
  await reloadSettings(platform);
}

const only = (values: AuditValues, keys: readonly string[]): AuditValues =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));

/** As the audit log takes it: no objects within objects. */
function flat(settings: ExchangeSettings): AuditValues {
  const { requirements, accent, socialLinks, excludedCountries, languages, firstRun, ...plain } = settings;
  const { name, slogan, copyrightSince, logo, maintenance, mailFrom, supportEmail, homeCurrency } = plain;
  const { companyName, companyAddress, governingLaw } = plain;
  return {
    ...{
      name,
      slogan,
      copyright_since: copyrightSince,
      logo,
      maintenance,
      mail_from: mailFrom,
      support_email: supportEmail,
    },
    ...{ home_currency: homeCurrency, company_name: companyName, company_address: companyAddress },
    governing_law: governingLaw,
    accent: accent === null ? null : `${accent.light} ${accent.dark}`,
    social_links: socialLinks.map(({ title, href }) => `${title}: ${href}`),
    languages: [...languages],
    excluded_countries: [...excludedCountries],
    first_run: [...firstRun],
    kyc_required: requirements.kyc,
    two_factor_required: requirements.twoFactor,
    email_verification_required: requirements.email,
    phone_verification_required: requirements.phone,
  };
}
