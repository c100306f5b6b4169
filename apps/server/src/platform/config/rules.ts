import { connectionSafety, isLocal } from '#platform/database/connection-safety.ts';
import { isGuessable } from './guessable-secret.ts';
import { demoSecret, type SettingValues } from './schema.ts';

/** A refused variable and the sentence that says why. */
export interface ConfigProblem {
  readonly variable: string;
  readonly message: string;
}

type Rule = (values: Partial<SettingValues>) => ConfigProblem | undefined;

/** How many bits a secret must seem to have: what signs sessions can be tried at home, a token only at the server. */
const secretBitsMin = 90;
const tokenBitsMin = 32;

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
  ({ secret }) => refuseGuessable({ variable: 'SECRET', secret, bitsMin: secretBitsMin }),
  ({ smsWebhookSecret: secret }) =>
    refuseGuessable({ variable: 'SMS_WEBHOOK_SECRET', secret, bitsMin: secretBitsMin }),
  ({ metricsToken: secret }) => refuseGuessable({ variable: 'METRICS_TOKEN', secret, bitsMin: tokenBitsMin }),
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
    mailFrom === undefined || mailFrom.toLowerCase().includes('@emporion.test')
      ? {
          variable: 'MAIL_FROM',
          message: 'MAIL_FROM must be set to your own address when NODE_ENV=production.',
        }
      : undefined,
  ({ smsWebhookUrl }) =>
    smsWebhookUrl !== undefined && !isSafeOrigin(smsWebhookUrl)
      ? {
          variable: 'SMS_WEBHOOK_URL',
          message:
            'SMS_WEBHOOK_URL must begin with https:// when NODE_ENV=production: the codes would travel in the open.',
        }
      : undefined,
  ({ ratesUrl }) =>
    ratesUrl !== undefined && !isSafeOrigin(ratesUrl)
      ? {
          variable: 'RATES_URL',
          message:
            'RATES_URL must begin with https:// when NODE_ENV=production: anybody on the way could change the rates.',
        }
      : undefined,
  (values) => refuseOpenPaySystem(values),
  ({ cauriSecret: secret }) => refuseGuessable({ variable: 'CAURI_SECRET', secret, bitsMin: secretBitsMin }),
  ({ payeerSecret: secret }) =>
    refuseGuessable({ variable: 'PAYEER_SECRET', secret, bitsMin: secretBitsMin }),
  ({ sepaSecret: secret }) => refuseGuessable({ variable: 'SEPA_SECRET', secret, bitsMin: secretBitsMin }),
  ({ kycUrl }) =>
    kycUrl !== undefined && !isSafeOrigin(kycUrl)
      ? {
          variable: 'KYC_URL',
          message:
            'KYC_URL must begin with https:// when NODE_ENV=production: documents of people would travel in the open.',
        }
      : undefined,
  ({ kycSecret: secret }) => refuseGuessable({ variable: 'KYC_SECRET', secret, bitsMin: secretBitsMin }),
  ({ databaseUrl }) => (databaseUrl === undefined ? undefined : refuseOpenConnection(databaseUrl)),
];

function refuseGuessable({
  variable,
  secret,
  bitsMin,
}: {
  variable: string;
  secret: string | undefined;
  bitsMin: number;
}): ConfigProblem | undefined {
  if (secret === undefined || secret === demoSecret || !isGuessable(secret, bitsMin)) return undefined;
  return {
    variable,
    message: `${variable} must be random when NODE_ENV=production: this one can be guessed, for it is made of words, repeats itself or has too little variety. Make one with: openssl rand -base64 32`,
  };
}

function refuseOpenConnection(url: string): ConfigProblem | undefined {
  const safety = connectionSafety(url);
  if (safety === 'local' || safety === 'checked') return undefined;
  const message =
    safety === 'open'
      ? 'DATABASE_URL must have sslmode=verify-full when NODE_ENV=production and the database is on another machine: everything would travel in the open, or to whoever answers. A certificate authority of your own goes into sslrootcert.'
      : 'DATABASE_URL names a certificate or key that cannot be read: check sslrootcert, sslcert and sslkey.';
  return { variable: 'DATABASE_URL', message };
}

const paySystemSettings = [
  ['cauriUrl', 'cauriSecret', 'CAURI'],
  ['payeerUrl', 'payeerSecret', 'PAYEER'],
  ['sepaUrl', 'sepaSecret', 'SEPA'],
] as const;

function refuseOpenPaySystem(values: Partial<SettingValues>): ConfigProblem | undefined {
  const open = paySystemSettings.find(([url]) => values[url] !== undefined && !isSafeOrigin(values[url]));
  return (
    open && {
      variable: `${open[2]}_URL`,
      message: `${open[2]}_URL must begin with https:// when NODE_ENV=production: what people pay would be told in the open.`,
    }
  );
}

/** Plain http is safe only where it does not leave the machine. */
function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || isLocal(hostname);
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
  ({ kycUrl, kycSecret }) =>
    kycUrl !== undefined && kycSecret === undefined
      ? { variable: 'KYC_SECRET', message: 'KYC_SECRET must be set together with KYC_URL.' }
      : undefined,
  (values) => {
    const lone = paySystemSettings.find(
      ([url, secret]) => values[url] !== undefined && values[secret] === undefined,
    );
    return (
      lone && {
        variable: `${lone[2]}_SECRET`,
        message: `${lone[2]}_SECRET must be set together with ${lone[2]}_URL.`,
      }
    );
  },
];

export function checkRules(values: Partial<SettingValues>): ConfigProblem[] {
  const rules = values.environment === 'production' ? [...productionRules, ...generalRules] : generalRules;
  return rules.map((rule) => rule(values)).filter((problem) => problem !== undefined);
}
