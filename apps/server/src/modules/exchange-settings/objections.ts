import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import type { Requirements } from '#platform/settings/exchange-settings.ts';

type Objection = 'kyc_unavailable' | 'mail_unavailable' | 'sms_unavailable';

export interface Objections {
  readonly kyc: Objection | null;
  readonly email: Objection | null;
  readonly phone: Objection | null;
}

/** Why nobody could meet a requirement: it would shut everybody out. */
export function objectionsTo({ config }: Pick<Platform, 'config'>): Objections {
  const { demo, smtpUrl, smsWebhookUrl, smsWebhookSecret, kycUrl, kycSecret } = config;
  return {
    kyc: demo || (kycUrl && kycSecret) ? null : 'kyc_unavailable',
    email: demo || smtpUrl ? null : 'mail_unavailable',
    phone: demo || (smsWebhookUrl && smsWebhookSecret) ? null : 'sms_unavailable',
  };
}

/** Only what is switched on is asked about: what is on already stays, whatever happened since. @throws Problem that names what is missing. */
export function requireSatisfiable(
  platform: Pick<Platform, 'config'>,
  before: Requirements,
  wanted: Requirements,
): void {
  const objections = objectionsTo(platform);
  for (const name of ['kyc', 'email', 'phone'] as const) {
    const objection = objections[name];
    if (wanted[name] && !before[name] && objection !== null) throw new Problem(objection);
  }
}
