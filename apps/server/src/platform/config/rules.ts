import { connectionSafety, isLocal } from '#platform/database/connection-safety.ts';
import { type ProductionCause, productionCause } from './production-mode.ts';
import { demoSecret, type SettingValues } from './schema.ts';
import { refuseGuessableSecrets, refuseSharedSecrets } from './secret-rules.ts';
import type { ConfigProblem } from './setting.ts';
import { refuseWeakMail } from './smtp-rules.ts';
import { isTooWide } from './trusted-ranges.ts';

type Rule = (values: Partial<SettingValues>) => ConfigProblem | readonly ConfigProblem[] | undefined;

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
  refuseGuessableSecrets,
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
  ({ kycUrl }) =>
    kycUrl !== undefined && !isSafeOrigin(kycUrl)
      ? {
          variable: 'KYC_URL',
          message:
            'KYC_URL must begin with https:// when NODE_ENV=production: documents of people would travel in the open.',
        }
      : undefined,
  ({ databaseUrl }) => (databaseUrl === undefined ? undefined : refuseOpenConnection(databaseUrl)),
];

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
  (values) =>
    productionCause(values) === undefined && values.demo === false && values.secret === undefined
      ? {
          variable: 'SECRET',
          message: 'SECRET must be set when DEMO=false: the demo secret is known to everyone.',
        }
      : undefined,
  refuseSharedSecrets,
  ({ smtpUrl }) => (smtpUrl === undefined ? undefined : refuseWeakMail(smtpUrl)),
  ({ trustProxy }) => {
    const wide = Array.isArray(trustProxy) ? trustProxy.find(isTooWide) : undefined;
    return wide === undefined
      ? undefined
      : {
          variable: 'TRUST_PROXY',
          message: `TRUST_PROXY must not contain ${wide}: strangers are in that range, and each could claim any address. Write the number of proxies in front, or their own addresses.`,
        };
  },
  ({ databaseUrl, embeddedDatabase }) =>
    databaseUrl !== undefined && embeddedDatabase
      ? {
          variable: 'EMBEDDED_DATABASE',
          message:
            'EMBEDDED_DATABASE must not be true together with DATABASE_URL: remove one of the two lines.',
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
  const cause = productionCause(values);
  const general = problemsOf(generalRules, values);
  if (cause === undefined) return general;
  const problems = [...problemsOf(productionRules, values), ...general];
  return cause === 'NODE_ENV=production' ? problems : explained(problems, cause);
}

const problemsOf = (rules: readonly Rule[], values: Partial<SettingValues>): ConfigProblem[] =>
  rules.flatMap((rule) => rule(values) ?? []);

/** Explains to an operator who did not set NODE_ENV=production why its rules apply, and how to avoid them. */
function explained(problems: readonly ConfigProblem[], cause: ProductionCause): ConfigProblem[] {
  if (problems.length === 0) return [];
  const why = `The rules of production apply, because ${cause} lets others reach real accounts: set NODE_ENV=production and what is named above. To keep it on this machine, set HOST=127.0.0.1 and leave PUBLIC_URL out.`;
  return [
    ...problems.map(({ variable, message }) => ({
      variable,
      message: message.replace('when NODE_ENV=production', 'in production'),
    })),
    { variable: 'NODE_ENV', message: why },
  ];
}
