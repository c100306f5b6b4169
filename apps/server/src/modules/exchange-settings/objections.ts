import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { Requirements } from '#platform/settings/exchange-settings.ts';

type Objection = 'kyc_unavailable' | 'mail_unavailable' | 'sms_unavailable';

export interface Objections {
  readonly kyc: Objection | null;
  readonly email: Objection | null;
  readonly phone: Objection | null;
}

/** Why nobody could meet a requirement: it would shut everybody out. There is no provider of identity checks yet, so an officer must be there. */
export async function objectionsTo({
  database,
  config,
}: Pick<Platform, 'database' | 'config'>): Promise<Objections> {
  const { demo, smtpUrl, smsWebhookUrl, smsWebhookSecret } = config;
  return {
    kyc: (await hasOfficer(database.kysely)) ? null : 'kyc_unavailable',
    email: demo || smtpUrl ? null : 'mail_unavailable',
    phone: demo || (smsWebhookUrl && smsWebhookSecret) ? null : 'sms_unavailable',
  };
}

/** Somebody who can log in and decides on verifications. */
async function hasOfficer(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`
    select from users where roles <> '{}' and 'compliance' = any (roles) and status = 'active' limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Only what is switched on is asked about: what is on already stays, whatever happened since. @throws Problem that names what is missing. */
export async function requireSatisfiable(
  platform: Pick<Platform, 'database' | 'config'>,
  before: Requirements,
  wanted: Requirements,
): Promise<void> {
  const objections = await objectionsTo(platform);
  for (const name of ['kyc', 'email', 'phone'] as const) {
    const objection = objections[name];
    if (wanted[name] && !before[name] && objection !== null) throw new Problem(objection);
  }
}
