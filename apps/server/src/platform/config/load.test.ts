import { describe, expect, it } from 'vitest';
import { loadConfig } from './load.ts';
import { demoSecret } from './schema.ts';

const production = {
  NODE_ENV: 'production',
  SECRET: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8',
  PUBLIC_URL: 'https://exchange.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Exchange <no-reply@exchange.example>',
};

const sms = {
  ...production,
  SMS_WEBHOOK_URL: 'https://sms.example',
  SMS_WEBHOOK_SECRET: 'w2Hs9Bd4Kz7Qm1Xf6Tn8Vc3Lg5Jr0PyA',
};

function configOf(env: Record<string, string>) {
  const loaded = loadConfig(env);
  if (!loaded.ok) throw new Error(loaded.failure.map(({ message }) => message).join(' '));
  return loaded.value;
}

function messagesOf(env: Record<string, string>): string[] {
  const loaded = loadConfig(env);
  return loaded.ok ? [] : loaded.failure.map(({ message }) => message);
}

describe('loadConfig', () => {
  it('starts a demo on this machine when nothing is set', () => {
    expect(configOf({})).toMatchObject({
      production: false,
      demo: true,
      host: '127.0.0.1',
      port: 8080,
      dataDir: '.data',
      databaseUrl: undefined,
      publicUrl: 'http://localhost:8080',
      secret: demoSecret,
      trustProxy: false,
      maintenance: false,
    });
  });

  it('takes an empty variable for an unset one', () => {
    expect(configOf({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined });
  });

  it('reads a list of countries in any case, and refuses what is none', () => {
    expect(configOf({}).excludedCountries).toEqual([]);
    expect(configOf({ EXCLUDED_COUNTRIES: 'kp, IR,' }).excludedCountries).toEqual(['KP', 'IR']);
    expect(messagesOf({ EXCLUDED_COUNTRIES: 'Narnia' })).toHaveLength(1);
  });

  it('refuses a line for the journal that one call of many orders would overflow', () => {
    expect(messagesOf({ COMMANDS_WAITING_MAX: '7' })).toEqual([
      'COMMANDS_WAITING_MAX must be a whole number from 100 to 1000000, not "7".',
    ]);
    expect(configOf({ COMMANDS_WAITING_MAX: '100' }).commandsWaitingMax).toBe(100);
  });

  it('tells every problem at once, by the name of its variable', () => {
    const messages = messagesOf({ PORT: 'eighty', LOG_LEVEL: 'loud', DEMO: 'maybe', NODE_ENV: 'production' });
    expect(messages).toEqual([
      'DEMO must be true or false, not "maybe".',
      'PORT must be a whole number from 0 to 65535, not "eighty".',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud".',
      'SECRET must be set when NODE_ENV=production.',
      'PUBLIC_URL must be set when NODE_ENV=production: mails link to it.',
      'SMTP_URL must be set when NODE_ENV=production: without it no mail is delivered.',
      'MAIL_FROM must be set to your own address when NODE_ENV=production.',
    ]);
  });

  it('never repeats a secret that it refuses', () => {
    const [message] = messagesOf({ SECRET: 'too-short-but-mine' });
    expect(message).toBe('SECRET must be at least 32 characters.');
    expect(messagesOf({ DATABASE_URL: 'mysql://me:hunter2@host/db' }).join()).not.toContain('hunter2');
  });

  it.each([
    ['DEMO', { ...production, DEMO: 'true' }],
    ['SECRET', { ...production, SECRET: demoSecret }],
    ['PUBLIC_URL', { ...production, PUBLIC_URL: 'http://exchange.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://user:pw@exchange.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://exchange.example?x=1#y' }],
    ['SECRET', { ...production, SECRET: 'a'.repeat(32) }],
    ['SECRET', { DEMO: 'false' }],
    ['SECRET', { ...production, SECRET: 'changeme-changeme-changeme-changeme' }],
    ['SECRET', { ...production, SECRET: 'correct horse battery staple monkey' }],
    ['METRICS_TOKEN', { ...production, METRICS_TOKEN: 'metrics-password' }],
    ['SMS_WEBHOOK_SECRET', { ...sms, SMS_WEBHOOK_SECRET: 'another-secret-for-the-text-messages' }],
    ['SMS_WEBHOOK_URL', { ...sms, SMS_WEBHOOK_URL: 'http://sms.example/send' }],
    ['SMS_WEBHOOK_URL', { ...sms, SMS_WEBHOOK_URL: 'http://10.0.0.7/send' }],
    ['MAIL_FROM', { ...production, MAIL_FROM: 'no-reply@EMPORION.TEST' }],
    ['TRUST_PROXY', { TRUST_PROXY: '999.1.1.1' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/99' }],
    ['SECRET', { ...production, SECRET: '' }],
    ['PUBLIC_URL', { ...production, PUBLIC_URL: 'https://exchange.example/path' }],
    ['PUBLIC_URL', { ...production, PUBLIC_URL: 'javascript:alert(1)' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '80.5' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'everyone' }],
    ['TRUST_PROXY', { TRUST_PROXY: '99' }],
    ['MAIL_FROM', { MAIL_FROM: 'Emporion <a@b.example>\r\nBcc: x@y.example' }],
    ['SMS_WEBHOOK_SECRET', { SMS_WEBHOOK_URL: 'https://sms.example/send' }],
    ['NODE_ENV', { NODE_ENV: 'prod' }],
  ])('refuses %s in %j', (variable, env) => {
    const loaded = loadConfig(env);
    expect(loaded.ok ? [] : loaded.failure.map((problem) => problem.variable)).toEqual([variable]);
  });

  it.each([
    'postgres://me:pw@db.example/exchange',
    'postgres://me:pw@10.1.2.3/exchange',
    'postgres://me:pw@db.example/exchange?sslmode=disable',
    'postgres://me:pw@db.example/exchange?sslmode=no-verify',
    'postgres://me:pw@db.example/exchange?ssl=no-verify',
    'postgres://me:pw@db.example/exchange?uselibpqcompat=true&sslmode=require',
    'postgres://me:pw@localhost/exchange?host=db.example',
    'postgres://me:pw@localhost.example/exchange',
    'postgres://me:pw@db.example/exchange?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
  ])('refuses %s in production, and never repeats its password', (DATABASE_URL) => {
    const [message = '', ...rest] = messagesOf({ ...production, DATABASE_URL });
    expect(message).toMatch(/^DATABASE_URL (?:must have sslmode=verify-full|names a certificate)/);
    expect(message).not.toContain('pw');
    expect(rest).toEqual([]);
    expect(messagesOf({ DATABASE_URL })).toEqual([]);
  });

  it.each([
    'postgres://me:pw@db.example/exchange?sslmode=verify-full',
    'postgres://me:pw@db.example/exchange?ssl=true',
    'postgres://me:pw@localhost/exchange',
    'postgres://me:pw@127.0.0.1:5433/exchange',
    'postgres://me:pw@[::1]/exchange',
    'postgres:///exchange?host=/var/run/postgresql',
    'postgres://me@%2Fvar%2Frun%2Fpostgresql/exchange',
  ])('takes %s in production', (DATABASE_URL) => {
    expect(messagesOf({ ...production, DATABASE_URL })).toEqual([]);
  });

  it('takes a text message service on this machine in production', () => {
    expect(messagesOf({ ...sms, SMS_WEBHOOK_URL: 'http://127.0.0.1:9000/send' })).toEqual([]);
  });

  it('is no demo in production', () => {
    expect(configOf(production)).toMatchObject({ production: true, demo: false });
  });

  it('reads hops, addresses and off for the proxies it trusts', () => {
    expect(configOf({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(configOf({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(configOf({ TRUST_PROXY: 'off' }).trustProxy).toBe(false);
  });
});
