import { describe, expect, it } from 'vitest';
import { loadConfig } from './load.ts';

/** One random secret for each purpose, as `openssl rand -base64 32` makes them. */
const secrets = {
  SECRET: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8',
  CAURI_SECRET: 'w2Hs9Bd4Kz7Qm1Xf6Tn8Vc3Lg5Jr0PyA',
  PAYEER_SECRET: 'e7Kp2Vx9Tb4Ny6Zq1Wm8Rj3Hf5Ld0ScG',
  SEPA_SECRET: 'u4Mn8Cy1Qe6Jw3Xv9Pk2Bz7Th5Rg0DaF',
  KYC_SECRET: 'o9Lb3Wq7Fj2Xs5Vd8Nt1Ym4Kc6Hp0ZrE',
  SMS_WEBHOOK_SECRET: 'i6Vt1Hk4Zn9Bq2Pw7Yd3Mx8Jg5Sc0LfT',
  METRICS_TOKEN: 'a3Xc7Jp2Ld8Qv4Nk9Tw1Rz6Hs5Bm0YgU',
};

/** The environment file that docs/operating.md has an operator write, with the addresses of all services. */
const production = {
  ...{ NODE_ENV: 'production', SECRET: secrets.SECRET, PUBLIC_URL: 'https://exchange.example' },
  ...{ SMTP_URL: 'smtps://user:pw@mail.example', MAIL_FROM: 'no-reply@exchange.example' },
  ...{ DATABASE_URL: 'postgres://emporion:pw@localhost/emporion', TRUST_PROXY: '1' },
};
const services = {
  CAURI_URL: 'https://cauri.example',
  PAYEER_URL: 'https://payeer.example',
  SEPA_URL: 'https://sepa.example',
  KYC_URL: 'https://kyc.example',
  SMS_WEBHOOK_URL: 'https://sms.example',
};

type Env = Record<string, string>;

function refusals(env: Env): readonly { variable: string; message: string }[] {
  const loaded = loadConfig(env);
  return loaded.ok ? [] : loaded.failure;
}
const refused = (env: Env) => refusals(env).map(({ variable }) => variable);
const messages = (env: Env) => refusals(env).map(({ message }) => message);

function configOf(env: Env) {
  const loaded = loadConfig(env);
  if (!loaded.ok) throw new Error(loaded.failure.map(({ message }) => message).join(' '));
  return loaded.value;
}
const warned = (env: Env) => configOf(env).warnings.map(({ variable }) => variable);

function without(env: Env, name: string): Env {
  const { [name]: _left, ...rest } = env;
  return rest;
}

describe('the documented environment file of production', () => {
  it('is accepted without a warning, with and without all services', () => {
    expect(warned(production)).toEqual([]);
    expect(warned({ ...production, ...services, ...secrets })).toEqual([]);
  });

  it('is accepted with a warning for each line that became a question since', () => {
    expect(warned(without(production, 'TRUST_PROXY'))).toEqual(['TRUST_PROXY']);
    expect(warned(without(production, 'DATABASE_URL'))).toEqual(['EMBEDDED_DATABASE']);
    expect(warned({ ...production, DEMO_MARKET: 'true' })).toEqual(['DEMO_MARKET']);
  });
});

describe('one secret for two purposes', () => {
  const names = Object.keys(secrets) as (keyof typeof secrets)[];
  const pairs = names.flatMap((first, index) =>
    names.slice(index + 1).map((second) => [first, second] as const),
  );

  it.each(pairs)('is refused: %s and %s', (first, second) => {
    const env = { ...production, ...services, ...secrets, [second]: secrets[first] };
    expect(refused(env)).toEqual([second]);
    const [message = ''] = messages(env);
    expect(message).toContain(first);
    expect(message).toMatch(/openssl rand -base64 32/);
    expect(message).not.toContain(secrets[first]);
  });

  it('is refused in every mode', () => {
    expect(refused({ KYC_SECRET: secrets.SECRET, METRICS_TOKEN: secrets.SECRET })).toEqual(['METRICS_TOKEN']);
  });
});

describe('SMTP_URL', () => {
  it.each([
    'tls.rejectUnauthorized=false',
    'tls.checkServerIdentity=x',
    'tls.minVersion=TLSv1',
    'tls.ciphers=NULL',
    'ignoreTLS=true',
    'ignoreTLS=1',
    'opportunisticTLS=true',
    'requireTLS=false',
    'secure=false',
    'secured=true',
    'IgnoreTls=true',
  ])('may not weaken TLS to another machine with %s', (query) => {
    for (const scheme of ['smtp', 'smtps']) {
      const SMTP_URL = `${scheme}://user:hush@mail.example:587/?pool=true&${query}`;
      for (const env of [{ ...production, SMTP_URL }, { SMTP_URL }]) {
        expect(refused(env), SMTP_URL).toEqual(['SMTP_URL']);
        expect(messages(env)[0]).toContain(query.split('=')[0]);
        expect(messages(env)[0]).not.toContain('hush');
      }
    }
  });

  it.each(['host=other.example', 'port=25', 'service=gmail', 'proxy=http://x.example'])(
    'may not lead elsewhere with %s',
    (query) => {
      expect(refused({ ...production, SMTP_URL: `smtp://localhost/?${query}` })).toEqual(['SMTP_URL']);
    },
  );

  it.each([
    'smtps://mail.example/?pool=true&maxConnections=2',
    'smtp://mail.example/?name=exchange.example&tls.servername=mail.example&tls.minVersion=TLSv1.3',
    'smtp://mail.example/?requireTLS=true&ignoreTLS=false',
    // Nothing leaves this machine, whose own certificate is often made by itself.
    'smtp://127.0.0.1:25/?ignoreTLS=true',
    'smtp://localhost/?tls.rejectUnauthorized=false',
  ])('may be %s', (SMTP_URL) => {
    expect(refused({ ...production, SMTP_URL })).toEqual([]);
  });
});

describe('what is no demo', () => {
  const own = { DEMO: 'false', SECRET: secrets.SECRET };

  it.each([
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::' }],
    ['HOST', { HOST: '10.0.0.7' }],
    ['HOST', { HOST: 'exchange' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://exchange.example' }],
  ])('has the rules of production when %s is no loopback address: %j', (variable, env) => {
    for (const NODE_ENV of ['development', 'test', '']) {
      const all: Env = { ...own, ...env, NODE_ENV };
      expect(refused(all)).toEqual(expect.arrayContaining(['SMTP_URL', 'MAIL_FROM']));
      const last = messages(all).at(-1);
      expect(last).toContain(`DEMO=false and ${variable}=`);
      expect(last).toContain('HOST=127.0.0.1');
      expect(messages(all).join()).not.toContain('when NODE_ENV=production');
    }
    const whole: Env = { ...production, ...own, ...env, NODE_ENV: 'development' };
    expect(configOf(whole)).toMatchObject({ production: true, demo: false });
  });

  it.each([
    {},
    { HOST: 'localhost' },
    { HOST: '127.8.0.1' },
    { HOST: '::1', PUBLIC_URL: 'http://localhost:1' },
  ])('has not on this machine alone: %j', (env) => {
    expect(configOf({ ...own, ...env })).toMatchObject({ production: false, demo: false });
  });

  it('a demo has not, wherever it listens, but says that its secret and passwords are public', () => {
    const { production: isProduction, warnings } = configOf({ HOST: '0.0.0.0' });
    expect(isProduction).toBe(false);
    expect(warnings.map(({ variable }) => variable)).toEqual(['HOST']);
    expect(warnings[0]?.message).toMatch(/0\.0\.0\.0.*secret.*passwords.*public/);
    expect(configOf({ HOST: '0.0.0.0', SECRET: secrets.SECRET }).warnings[0]?.message).toMatch(
      /passwords.*public/,
    );
    expect(warned({})).toEqual([]);
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/0',
    '0.0.0.0/1',
    '128.0.0.0/1',
    '2000::/3',
    '::ffff:0.0.0.0/96',
    '::/96',
  ])('may not contain %s, which strangers are in', (range) => {
    for (const TRUST_PROXY of [range, `10.0.0.1, ${range}`]) {
      expect(refused({ ...production, TRUST_PROXY })).toEqual(['TRUST_PROXY']);
      expect(messages({ TRUST_PROXY })[0]).toContain(range);
      expect(messages({ TRUST_PROXY })[0]).toContain('the number of proxies');
    }
  });

  it.each([
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0/8',
    '010.0.0.1',
    '10.0.0.0/8/8',
    ',',
    'fd00::1%eth0',
  ])('refuses %s, which is no range', (TRUST_PROXY) => {
    expect(refused({ ...production, TRUST_PROXY })).toEqual(['TRUST_PROXY']);
  });

  it.each([
    '10.0.0.0/8',
    '172.16.0.0/12,192.168.0.0/16',
    '2400:cb00::/32',
    'fc00::/7',
    '::1',
    '127.0.0.1/32',
    '::ffff:10.0.0.0/104',
  ])('takes %s', (TRUST_PROXY) => {
    expect(warned({ ...production, TRUST_PROXY })).toEqual([]);
  });

  it('must be written down in production, also when it is off', () => {
    const { warnings, trustProxy } = configOf(without(production, 'TRUST_PROXY'));
    expect(trustProxy).toBe(false);
    expect(warnings[0]?.message).toContain('TRUST_PROXY=off');
    expect(warned({ ...production, TRUST_PROXY: 'off' })).toEqual([]);
    expect(warned({ ...production, TRUST_PROXY: '' })).toEqual(['TRUST_PROXY']);
  });
});

describe('EMBEDDED_DATABASE', () => {
  it('is an answer to a missing DATABASE_URL, and refused beside one', () => {
    const env = { ...without(production, 'DATABASE_URL'), EMBEDDED_DATABASE: 'true' };
    expect(configOf(env)).toMatchObject({ embeddedDatabase: true, warnings: [] });
    expect(refused({ ...production, EMBEDDED_DATABASE: 'true' })).toEqual(['EMBEDDED_DATABASE']);
    expect(warned({})).toEqual([]);
  });
});
