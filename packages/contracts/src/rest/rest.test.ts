import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as rest from '#rest/index.ts';
import {
  Coin,
  coinCode,
  type Endpoint,
  email,
  Pair,
  Profile,
  pageQuery,
  pairCode,
  unauthenticatedPaths,
} from '#rest/index.ts';

const endpoints: [string, Endpoint][] = Object.entries(rest)
  .filter(([name]) => name.endsWith('Endpoints'))
  .flatMap(([, area]) => Object.values(area as Record<string, Endpoint>))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);

describe.each(endpoints)('the endpoint %s', (_name, endpoint) => {
  it('has a path without slashes at its ends and a summary', () => {
    expect(endpoint.path).toMatch(/^[a-z0-9_:]+([/-][a-z0-9_:]+)*$/i);
    expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/);
  });

  it('refuses a filter that it does not know', () => {
    const found = endpoint.query?.safeParse({ 'mis-spelled': '1' }).error?.issues.map(({ code }) => code);
    expect(found ?? ['unrecognized_keys']).toContain('unrecognized_keys');
  });

  it('can be described as JSON schema, what it takes and what it answers', () => {
    for (const taken of [endpoint.params, endpoint.query, endpoint.body]) {
      if (taken === undefined) continue;
      const schema = z.toJSONSchema(taken, { io: 'input' });
      expect(schema.type ?? schema.oneOf).toBeDefined();
    }
    expect(z.toJSONSchema(endpoint.response, { io: 'output' })).toBeDefined();
  });
});

describe('codes', () => {
  it.each(['BTC', 'USDT', 'RBTC', '1INCH'])('accepts the coin %s', (code) => {
    expect(coinCode.safeParse(code).success).toBe(true);
  });

  it.each(['btc', 'B', '', 'BTC-USDT', '../etc', 'ABCDEFGHIJK', 'BTC\n'])('refuses the coin %j', (code) => {
    expect(coinCode.safeParse(code).error?.issues[0]?.message).toBe('coin_invalid');
  });

  it.each(['BTC', 'BTC_USDT', 'BTC-', '-USDT', 'BTC-USDT-ETH', 'btc-usdt', 'BTC-USDT '])(
    'refuses the pair %j',
    (code) => {
      expect(pairCode.safeParse(code).error?.issues[0]?.message).toBe('pair_invalid');
    },
  );

  it('accepts a pair written with a hyphen', () => {
    expect(pairCode.parse('BTC-USDT')).toBe('BTC-USDT');
  });
});

describe('an e-mail address', () => {
  it.each(['theo@example.org', ' theo@example.org ', 'élan@bücher.example'])('accepts %j', (text) => {
    expect(email.safeParse(text).success).toBe(true);
  });

  it.each([
    'a(b@x.yz',
    `${'a'.repeat(65)}@x.yz`,
    'a@x',
    'a\u0000b@x.yz',
    'a@b@x.yz',
    'a\u202eb@x.yz',
    'a:b@x.yz',
  ])('refuses %j, which no mail could be sent to', (text) => {
    expect(email.safeParse(text).error?.issues[0]?.message).toBe('email_invalid');
  });
});

describe('pageQuery', () => {
  const schema = pageQuery({ limitDefault: 50, limitMax: 200 });

  it('begins at the start with the default when nothing is asked', () => {
    expect(schema.parse({})).toEqual({ limit: 50, offset: 0 });
  });

  it('reads the strings of a query', () => {
    expect(schema.parse({ limit: '20', offset: '40' })).toEqual({ limit: 20, offset: 40 });
  });

  it("serves the specification's ten million as the largest page", () => {
    expect(schema.parse({ limit: '10000000', offset: '0' })).toEqual({ limit: 200, offset: 0 });
  });

  it.each([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1.5' },
    { limit: 'all' },
    { limit: '1e99' },
    { offset: '-1' },
    { offset: '1e12' },
  ])('refuses %j', (query) => {
    expect(schema.safeParse(query).success).toBe(false);
  });
});

/** The fields that section 3 of the specification names. */
const coinFields =
  'name base blockchain_list links tx_explorer decimals logo index disable_all disable_exchange disable_pairs disable_stack disable_topups disable_withdrawals fee limits';
const pairFields =
  'id code base quote volume price_24h price stack_precisions change high low bid ask spread';
const profileFields = 'user language interface kyc_status auto_logout_timeout';

describe('entities', () => {
  it.each([
    ['coin', Coin, coinFields],
    ['pair', Pair, pairFields],
    ['profile', Profile, profileFields],
  ] as const)('gives a %s every specified field', (_name, schema, fields) => {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(' ')));
  });

  it('lets a pair that nobody has traded have no price', () => {
    const pair = {
      id: 1,
      code: 'BTC-USDT',
      base: { code: 'BTC' },
      quote: { code: 'USDT' },
      volume: '0',
      price: null,
      price_24h: null,
      stack_precisions: ['1', '0.01'],
      rules: {
        state: 'open',
        tick: '0.01',
        lot: '0.000001',
        quantity_min: '0.00001',
        quantity_max: '100',
        cost_min: '1',
        cost_max: '1000000',
        band: '20',
        price_decimals: 2,
        quantity_decimals: 6,
        base_decimals: 8,
        quote_decimals: 6,
      },
    };
    expect(Pair.parse(pair)).toEqual(pair);
    expect(Pair.safeParse({ ...pair, volume: 0 }).success).toBe(false);
  });

  it('counts no unfinished verification as passed', () => {
    const known = { user: { username: 'trader' }, language: 'en', auto_logout_timeout: 0 };
    const profile = { ...known, kyc_state: 'pending' };
    expect(Profile.parse({ ...profile, kyc_status: 'no' }).interface).toBeNull();
    expect(Profile.safeParse({ ...profile, kyc_status: 'pending' }).success).toBe(false);
  });

  it('refuses a link that is not a web address', () => {
    const links = (href: string) => Coin.shape.links.safeParse([{ href, title: 'x' }]).success;
    expect(links('https://bitcoin.org')).toBe(true);
    expect(links('javascript:alert(1)')).toBe(false);
  });
});

describe('the unauthenticated paths', () => {
  it('are those that the specification lists', () => {
    expect([...unauthenticatedPaths]).toEqual(
      'auth/login, auth/registration, auth/registration/verify-email, auth/password/reset, auth/password/reset/confirm, check2falogin, checkgooglecode, check_invite, pairs_volume, withdrawal/confirm-withdrawal-request, withdrawal/cancel-withdrawal-request, check_captcha'.split(
        ', ',
      ),
    );
  });
});
