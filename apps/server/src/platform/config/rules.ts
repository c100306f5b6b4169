import { demoSecret, type SettingValues } from './schema.ts';

/** A refused variable and the sentence that says why. */
export interface ConfigProblem {
  readonly variable: string;
  readonly message: string;
}

type Rule = (values: Partial<SettingValues>) => ConfigProblem | undefined;

/** Thirty-two random characters have far more; a repeated word has fewer. */
const distinctCharactersMin = 10;

/** What production refuses. Each rule looks only at what could be read, so that every problem is told at once. */
const productionRules: readonly Rule[] = [
  ({ demo }) =>
    demo
      ? {
          variable: 'DEMO',
          message: 'DEMO must be false when NODE_ENV=production: demo users have known passwords.',
        }
      : undefined,
  ({ secret }) =>
    secret === undefined
      ? { variable: 'SECRET', message: 'SECRET must be set when NODE_ENV=production.' }
      : undefined,
  ({ secret }) =>
    secret === demoSecret
      ? {
          variable: 'SECRET',
          message: 'SECRET must not be the demo secret when NODE_ENV=production: everyone knows it.',
        }
      : undefined,
  ({ secret }) =>
    secret !== undefined && new Set(secret).size < distinctCharactersMin
      ? {
          variable: 'SECRET',
          message: 'SECRET must be random when NODE_ENV=production: this one repeats a few characters.',
        }
      : undefined,
  ({ publicUrl }) =>
    publicUrl === undefined
      ? {
          variable: 'PUBLIC_URL',
          message: 'PUBLIC_URL must be set when NODE_ENV=production: mails link to it.',
        }
      : undefined,
  ({ publicUrl }) =>
    publicUrl !== undefined && !isSafeOrigin(publicUrl)
      ? {
          variable: 'PUBLIC_URL',
          message: 'PUBLIC_URL must begin with https:// when NODE_ENV=production: sessions travel on it.',
        }
      : undefined,
  ({ smtpUrl }) =>
    smtpUrl === undefined
      ? {
          variable: 'SMTP_URL',
          message: 'SMTP_URL must be set when NODE_ENV=production: without it no mail is delivered.',
        }
      : undefined,
  ({ mailFrom }) =>
    mailFrom?.toLowerCase().includes('@emporion.test')
      ? {
          variable: 'MAIL_FROM',
          message: 'MAIL_FROM must be set to your own address when NODE_ENV=production.',
        }
      : undefined,
];

/** Plain http is safe only where it does not leave the machine. */
function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const generalRules: readonly Rule[] = [
  ({ environment, demo, secret }) =>
    environment !== 'production' && demo === false && secret === undefined
      ? {
          variable: 'SECRET',
          message: 'SECRET must be set when DEMO=false: the demo secret is known to everyone.',
        }
      : undefined,
  ({ smsWebhookUrl, smsWebhookSecret }) =>
    smsWebhookUrl !== undefined && smsWebhookSecret === undefined
      ? {
          variable: 'SMS_WEBHOOK_SECRET',
          message: 'SMS_WEBHOOK_SECRET must be set together with SMS_WEBHOOK_URL.',
        }
      : undefined,
];

export function checkRules(values: Partial<SettingValues>): ConfigProblem[] {
  const rules = values.environment === 'production' ? [...productionRules, ...generalRules] : generalRules;
  return rules.map((rule) => rule(values)).filter((problem) => problem !== undefined);
}
