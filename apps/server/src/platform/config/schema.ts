import { fiatCurrencies, unreadableIn } from '@emporion/contracts/rest';
import { z } from 'zod';
import { brandLine, isMailAddress, isMailSender, socialLinksOf } from './brand-values.ts';
import { absoluteUrl, type ConfigProblem, flag, setting, wholeNumber } from './setting.ts';
import { isRange } from './trusted-ranges.ts';

/** Known to everyone who can read the source, so production refuses it. */
export const demoSecret = 'emporion-demo-secret-not-for-production';

/** Nothing but scheme, host and port: what else it held would stand in every link we send. */
const origin = absoluteUrl(['http:', 'https:'])
  .refine((text) => new URL(text).href === `${new URL(text).origin}/`)
  .transform((text) => new URL(text).origin);

const trustProxy = z.union([
  z.enum(['off', 'false', '0']).transform(() => false as const),
  wholeNumber(1, 10),
  z
    .string()
    .max(1000)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isRange)),
]);

const serverSettings = {
  environment: setting({
    env: 'NODE_ENV',
    description:
      'production makes the server refuse demo mode, secrets that can be guessed, missing mail delivery and connections in the open. With DEMO=false and an address that others reach (HOST or PUBLIC_URL) the same rules apply whatever this says.',
    expects: 'production, development or test',
    fallback: 'development',
    schema: z.enum(['production', 'development', 'test']),
  }),
  demo: setting({
    env: 'DEMO',
    description:
      'Demo data, demo users and the readable outbox. On unless NODE_ENV=production, which refuses it.',
    expects: 'true or false',
    schema: flag.optional(),
  }),
  demoMarket: setting({
    env: 'DEMO_MARKET',
    description:
      'Makers and takers who keep the markets of a demo alive, a history for its charts, and cases on the desk of its staff.',
    expects: 'true or false',
    fallback: 'true',
    schema: flag,
  }),
  port: setting({
    env: 'PORT',
    description: 'The port that everything is served on.',
    expects: 'a whole number from 0 to 65535',
    fallback: '8080',
    schema: wholeNumber(0, 65_535),
  }),
  followPort: setting({
    env: 'FOLLOW_PORT',
    description:
      'The port of `npm run follow`, a second process that only follows the journal and answers reads.',
    expects: 'a whole number from 0 to 65535',
    fallback: '8090',
    schema: wholeNumber(0, 65_535),
  }),
  host: setting({
    env: 'HOST',
    description: 'The address to listen on; 0.0.0.0 opens the server to the network.',
    expects: 'an IP address or a host name',
    fallback: '127.0.0.1',
    schema: z
      .string()
      .max(253)
      .regex(/^[0-9a-zA-Z.:-]+$/),
  }),
  publicUrl: setting({
    env: 'PUBLIC_URL',
    description:
      'The address that people open, used in mails and for the origin check. With https the browser is told to stay on https.',
    expects: 'an http or https address without a path, such as https://exchange.example',
    schema: origin.optional(),
  }),
  trustProxy: setting({
    env: 'TRUST_PROXY',
    description:
      'Whose X-Forwarded-For counts: off, the number of proxies in front, or a list of their addresses. Production wants it written down, also when it is off.',
    expects: 'off, a number of hops from 1 to 10, or a comma-separated list of addresses or networks',
    fallback: 'off',
    schema: trustProxy,
  }),
  maintenance: setting({
    env: 'MAINTENANCE',
    description: 'While true, people may look and sign in, but every change is refused as maintenance.',
    expects: 'true or false',
    fallback: 'false',
    schema: flag,
  }),
};

const dataSettings = {
  dataDir: setting({
    env: 'DATA_DIR',
    description: 'Where the embedded PostgreSQL keeps its data.',
    expects: 'a path to a folder',
    fallback: '.data',
    schema: z.string().min(1).max(4096),
  }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    description:
      'A PostgreSQL of your own, in place of the embedded one. In production, unless it is on this machine, with sslmode=verify-full.',
    expects: 'a postgres:// or postgresql:// address',
    secret: true,
    schema: absoluteUrl(['postgres:', 'postgresql:']).optional(),
  }),
  embeddedDatabase: setting({
    env: 'EMBEDDED_DATABASE',
    description:
      'true keeps the data of production in the embedded PostgreSQL, which has no pg_dump. A new production without DATABASE_URL asks for it.',
    expects: 'true or false',
    fallback: 'false',
    schema: flag,
  }),
  secret: setting({
    env: 'SECRET',
    description:
      'Signs everything that must not be forged. Required in production; keep it and back it up: the server does not start with another one.',
    expects: 'at least 32 characters',
    secret: true,
    schema: z.string().min(32).max(1024).optional(),
  }),
  signerSocket: setting({
    env: 'SIGNER_SOCKET',
    description:
      'The Unix socket of `npm run signer`, which signs payouts. Without it a demo starts a signer of its own, and any other server watches and pays nothing out.',
    expects: 'a path',
    schema: z.string().min(1).max(103).optional(),
  }),
  formerSecret: setting({
    env: 'FORMER_SECRET',
    description:
      'The SECRET until now. Only `npm run rotate-secret` reads it, to bring everything over to SECRET.',
    expects: 'at least 32 characters',
    secret: true,
    schema: z.string().min(32).max(1024).optional(),
  }),
};

const countryCodes = z
  .string()
  .max(1000)
  .transform((text) => text.split(',').flatMap((part) => part.trim().toUpperCase() || []))
  .refine((codes) => codes.every((code) => /^[A-Z]{2}$/.test(code)));

const identitySettings = {
  excludedCountries: setting({
    env: 'EXCLUDED_COUNTRIES',
    description: 'Countries whose people cannot register, such as KP,IR.',
    expects: 'a comma-separated list of two-letter country codes (ISO 3166-1)',
    fallback: '',
    schema: countryCodes,
  }),
  singleSession: setting({
    env: 'SINGLE_SESSION',
    description: 'While true, a login ends every other session of the same account.',
    expects: 'true or false',
    fallback: 'false',
    schema: flag,
  }),
  staffSessionHours: setting({
    env: 'STAFF_SESSION_HOURS',
    description: 'How long a session of staff lasts; then they log in anew.',
    expects: 'a whole number from 1 to 24',
    fallback: '8',
    schema: wholeNumber(1, 24),
  }),
  soleOperator: setting({
    env: 'SOLE_OPERATOR',
    description:
      'While true, one person runs the exchange: what needs a second person is carried out after a delay instead, in which it can be called off.',
    expects: 'true or false',
    fallback: 'false',
    schema: flag,
  }),
  soleOperatorDelayHours: setting({
    env: 'SOLE_OPERATOR_DELAY_HOURS',
    description: 'How long that delay is.',
    expects: 'a whole number from 1 to 168',
    fallback: '24',
    schema: wholeNumber(1, 168),
  }),
  staffIdleMinutes: setting({
    env: 'STAFF_IDLE_MINUTES',
    description: 'How long a session of staff may rest before it ends.',
    expects: 'a whole number from 1 to 720',
    fallback: '15',
    schema: wholeNumber(1, 720),
  }),
};

const messageSettings = {
  smtpUrl: setting({
    env: 'SMTP_URL',
    description:
      'Where mail is handed over, user and password included; always over TLS, except to this machine. Required in production.',
    expects: 'an smtp:// or smtps:// address',
    secret: true,
    schema: absoluteUrl(['smtp:', 'smtps:']).optional(),
  }),
  mailFrom: setting({
    env: 'MAIL_FROM',
    description:
      'The sender of every mail, until staff set another one. Without it no-reply at the host of PUBLIC_URL, by the name of the exchange. Required in production.',
    expects: 'a mail address, with a name in front if you like: My exchange <no-reply@exchange.example>',
    schema: z.string().check(z.refine(isMailSender)).optional(),
  }),
  smsWebhookUrl: setting({
    env: 'SMS_WEBHOOK_URL',
    description:
      'Where text messages are posted as signed JSON; the service behind it sends them. In production https, unless it is on this machine.',
    expects: 'an http or https address',
    secret: true,
    schema: absoluteUrl(['http:', 'https:']).optional(),
  }),
  smsWebhookSecret: setting({
    env: 'SMS_WEBHOOK_SECRET',
    description: 'The key of the HMAC signature on those posts.',
    expects: 'at least 32 characters',
    secret: true,
    schema: z.string().min(32).max(1024).optional(),
  }),
};

/** What staff have not set in the back office is as these say. */
const brandSettings = {
  exchangeName: setting({
    env: 'EXCHANGE_NAME',
    description:
      'The name of your exchange, on pages, in mails, files and titles. This and the eight below, and MAIL_FROM, stand until staff set others in the back office.',
    expects: 'one line of at most 30 characters without < and >',
    schema: brandLine(30).optional(),
  }),
  brandLogo: setting({
    env: 'BRAND_LOGO',
    description: 'The file of your logo, read at every start.',
    expects: 'the path of a PNG, or of an SVG that only draws, of at most 48 kB',
    schema: z.string().max(4_096).optional(),
  }),
  brandAccent: setting({
    env: 'BRAND_ACCENT',
    description: 'The colour of links and buttons on light pages, a space, and that on dark ones.',
    expects:
      'two colours such as #7a2e8f #d59be6, each with a contrast of at least 4.5 to 1 to the page behind it',
    schema: z
      .string()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6} +#[0-9a-f]{6}$/)
      .transform((text) => ({ light: text.slice(0, 7), dark: text.slice(-7) }))
      .refine((accent) => unreadableIn(accent) === undefined)
      .optional(),
  }),
  supportEmail: setting({
    env: 'SUPPORT_EMAIL',
    description: 'Where people write to. It stands on the support page, in the terms and below every mail.',
    expects: 'a mail address',
    schema: z.string().refine(isMailAddress).optional(),
  }),
  socialLinks: setting({
    env: 'SOCIAL_LINKS',
    description: 'Your pages elsewhere: a title, a space and an https address, with semicolons between them.',
    expects: 'at most ten such as Forum https://forum.example; Blog https://blog.example',
    schema: z.string().max(3_000).transform(socialLinksOf).optional(),
  }),
  homeCurrency: setting({
    env: 'HOME_CURRENCY',
    description: 'What values are shown in to those who have not chosen a currency.',
    expects: fiatCurrencies.join(', '),
    schema: z.enum(fiatCurrencies).optional(),
  }),
  companyName: setting({
    env: 'COMPANY_NAME',
    description:
      'The company that runs the exchange, as terms and privacy policy name it. With this, COMPANY_ADDRESS, GOVERNING_LAW and SUPPORT_EMAIL set, both no longer call themselves a model: have a lawyer read them first.',
    expects: 'one line of at most 100 characters without < and >',
    schema: brandLine(100).optional(),
  }),
  companyAddress: setting({
    env: 'COMPANY_ADDRESS',
    description: 'Its registered address.',
    expects: 'one line of at most 200 characters without < and >',
    schema: brandLine(200).optional(),
  }),
  governingLaw: setting({
    env: 'GOVERNING_LAW',
    description:
      'The country or state whose law the terms are under, as it stands in the terms after "Governing law:".',
    expects: 'one line of at most 60 characters without < and >',
    schema: brandLine(60).optional(),
  }),
};

const supportSettings = {
  clamd: setting({
    env: 'CLAMD',
    description:
      'The virus scanner (clamd) that every file attached to a ticket is sent to. Without it none is scanned; with it, a file that it cannot scan is refused.',
    expects: 'host:port, or the path of a Unix socket',
    schema: z
      .string()
      .max(300)
      .regex(/^(?:\/.+|(?:\[[0-9a-fA-F:.]+\]|[0-9a-zA-Z.-]+):[0-9]{1,5})$/)
      .optional(),
  }),
  visitorTicketsDays: setting({
    env: 'VISITOR_TICKETS_DAYS',
    description:
      'How long a ticket of somebody without an account is kept, with its files, after the last that was written or done in it. One that waits for us stays.',
    expects: 'a whole number from 30 to 3650',
    fallback: '365',
    schema: wholeNumber(30, 3_650),
  }),
};

const rateSettings = {
  ratesUrl: setting({
    env: 'RATES_URL',
    description:
      'Asked every ten minutes what one USDT is worth: JSON such as {"USD":"0.9998","EUR":"0.92","RUB":"81.5"}. Without it operators enter rates. In production https, unless it is on this machine.',
    expects: 'an http or https address',
    secret: true,
    schema: absoluteUrl(['http:', 'https:']).optional(),
  }),
};

/** Where a pay system is reached, and the secret that both sign with. See docs/cards.md. */
function paySystemUrl(name: string) {
  return setting({
    env: `${name}_URL`,
    description: `Where card payments by ${name.toLowerCase()} are asked for; without it a demo uses its sandbox, and any other server does not offer it. In production https, unless it is on this machine.`,
    expects: 'an http or https address',
    schema: absoluteUrl(['http:', 'https:']).optional(),
  });
}

function paySystemSecret(name: string) {
  return setting({
    env: `${name}_SECRET`,
    description: 'The key of the HMAC signatures on what both send each other.',
    expects: 'at least 32 characters',
    secret: true,
    schema: z.string().min(32).max(1024).optional(),
  });
}

const cardSettings = {
  cauriUrl: paySystemUrl('CAURI'),
  cauriSecret: paySystemSecret('CAURI'),
  payeerUrl: paySystemUrl('PAYEER'),
  payeerSecret: paySystemSecret('PAYEER'),
  sepaUrl: paySystemUrl('SEPA'),
  sepaSecret: paySystemSecret('SEPA'),
  cardSandboxPort: setting({
    env: 'CARD_SANDBOX_PORT',
    description: 'The port of the sandbox of a demo on which people pay; any other when it is taken.',
    expects: 'a whole number from 0 to 65535',
    fallback: '8081',
    schema: wholeNumber(0, 65_535),
  }),
};

const kycSettings = {
  kycUrl: setting({
    env: 'KYC_URL',
    description:
      'Where the provider of identity checks is reached, see docs/verification.md; without it a demo uses its sandbox, and any other server verifies nobody. In production https, unless it is on this machine.',
    expects: 'an http or https address',
    schema: absoluteUrl(['http:', 'https:']).optional(),
  }),
  kycSecret: setting({
    env: 'KYC_SECRET',
    description: 'The key of the HMAC signatures on what both send each other.',
    expects: 'at least 32 characters',
    secret: true,
    schema: z.string().min(32).max(1024).optional(),
  }),
  kycSandboxPort: setting({
    env: 'KYC_SANDBOX_PORT',
    description: 'The port of the sandbox of a demo that checks identities; any other when it is taken.',
    expects: 'a whole number from 0 to 65535',
    fallback: '8082',
    schema: wholeNumber(0, 65_535),
  }),
};

const operationSettings = {
  logLevel: setting({
    env: 'LOG_LEVEL',
    description:
      'How much is logged: by default info in production, and warn elsewhere, where a person reads the terminal.',
    expects: 'fatal, error, warn, info, debug, trace or silent',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  }),
  metricsToken: setting({
    env: 'METRICS_TOKEN',
    description: 'The bearer token for /metrics. Without it nobody reads them.',
    expects: 'at least 16 characters',
    secret: true,
    schema: z.string().min(16).max(1024).optional(),
  }),
  rateLimitPerMinute: setting({
    env: 'RATE_LIMIT_PER_MINUTE',
    description:
      'API calls one user may make in a minute, beside orders; and those that one address may make without a good token.',
    expects: 'a whole number from 1 to 1000000',
    fallback: '600',
    schema: wholeNumber(1, 1_000_000),
  }),
  bodyLimitBytes: setting({
    env: 'BODY_LIMIT_BYTES',
    description:
      'The longest request body of calls that have no limit of their own; none of them needs more than a few thousand bytes.',
    expects: 'a whole number from 1024 to 104857600',
    fallback: '16384',
    schema: wholeNumber(1024, 104_857_600),
  }),
  shutdownTimeoutMs: setting({
    env: 'SHUTDOWN_TIMEOUT_MS',
    description: 'How long requests under way may take to finish when the server stops.',
    expects: 'a whole number from 0 to 600000',
    fallback: '10000',
    schema: wholeNumber(0, 600_000),
  }),
};

const exchangeSettings = {
  orderRatePerSecond: setting({
    env: 'ORDER_RATE_PER_SECOND',
    description:
      'Orders one user may place in a second, and orders one user may change or cancel in a second.',
    expects: 'a whole number from 1 to 1000000',
    fallback: '100',
    schema: wholeNumber(1, 1_000_000),
  }),
  commandsWaitingMax: setting({
    env: 'COMMANDS_WAITING_MAX',
    description:
      'Commands that may wait for the journal; one more is refused as busy. One call may carry fifty orders.',
    expects: 'a whole number from 100 to 1000000',
    fallback: '10000',
    schema: wholeNumber(100, 1_000_000),
  }),
  snapshotEveryEvents: setting({
    env: 'SNAPSHOT_EVERY_EVENTS',
    description:
      'After so many events of the journal the exchange is written down whole, so that a start is quick.',
    expects: 'a whole number from 1000 to 1000000000',
    fallback: '200000',
    schema: wholeNumber(1_000, 1_000_000_000),
  }),
};

export const settings = {
  ...serverSettings,
  ...dataSettings,
  ...identitySettings,
  ...messageSettings,
  ...brandSettings,
  ...exchangeSettings,
  ...supportSettings,
  ...rateSettings,
  ...cardSettings,
  ...kycSettings,
  ...operationSettings,
};

export type SettingName = keyof typeof settings;

/** The variables as read one by one, before the rules that join them. */
export type SettingValues = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };

/** The whole configuration as one schema, keyed by our names. */
export const configSchema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as {
    [Name in SettingName]: (typeof settings)[Name]['schema'];
  },
);

/** What the rest of the server sees: what depends on another variable has been decided. */
export type Config = Readonly<
  Omit<SettingValues, 'demo' | 'publicUrl' | 'secret' | 'logLevel'> & {
    production: boolean;
    demo: boolean;
    publicUrl: string;
    secret: string;
    logLevel: NonNullable<SettingValues['logLevel']>;
    /** What is accepted and should be changed. */
    warnings: readonly ConfigProblem[];
  }
>;
