import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { takeOfDay } from '#modules/identity/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { adoptSettings, settingsOf } from '#platform/settings/exchange-settings.ts';
import { signal } from '#platform/signals/signals.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { demoSocialLinks } from './brand-defaults.ts';
import { exchangeSettingsModule } from './index.ts';

let exchange: StaffedExchange;
let admin: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [auditModule, staffModule, walletModule, approvalsModule, exchangeSettingsModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  admin = await exchange.member('admin');
});
afterAll(() => exchange.close());

const put = async (path: string, body: object) =>
  admin.call({
    method: 'PUT',
    path: `admin/settings/${path}`,
    body: { ...body, reason: 'As decided', confirmation: await admin.freshCode() },
  });

const branding = {
  name: 'Agora & Sons',
  slogan: 'From ship to shore.',
  copyright_since: 2019,
  accent: { light: '#7a2e8f', dark: '#d59be6' },
  social_links: [{ title: 'Mastodon', href: 'https://social.example/@agora' }],
  mail_from: 'Agora, Sons & Co <post@agora.example>',
  support_email: 'help@agora.example',
  home_currency: 'EUR',
  company_name: 'Agora Ltd',
  company_address: '1 Stoa Street, Athens',
  governing_law: 'Greece',
  languages: ['en', 'pt'],
};

it('brands the pages, the answers and the mails from the moment of the change, and keeps before and after', async () => {
  expect((await put('branding', branding)).body.branding).toMatchObject(branding);
  expect((await exchange.app.inject('/api/v1/status/')).json().name).toBe('Agora & Sons');
  const { rows } = await exchange.test.database.pool.query(
    "select before, after from audit_log where action = 'branding_changed'",
  );
  expect(rows).toEqual([
    {
      before: {
        ...{
          name: 'Emporion',
          slogan: null,
          copyright_since: null,
          accent: null,
          languages: expect.any(Array),
          social_links: demoSocialLinks.map(({ title, href }) => `${title}: ${href}`),
        },
        ...{ mail_from: null, support_email: null, home_currency: 'USD' },
        ...{ company_name: null, company_address: null, governing_law: null },
      },
      after: {
        mail_from: 'Agora, Sons & Co <post@agora.example>',
        support_email: 'help@agora.example',
        home_currency: 'EUR',
        company_name: 'Agora Ltd',
        company_address: '1 Stoa Street, Athens',
        governing_law: 'Greece',
        name: 'Agora & Sons',
        slogan: 'From ship to shore.',
        copyright_since: 2019,
        accent: '#7a2e8f #d59be6',
        languages: ['en', 'pt'],
        social_links: ['Mastodon: https://social.example/@agora'],
      },
    },
  ]);
});

it('refuses a colour that cannot be read, and a picture that could do something', async () => {
  const unread = { ...branding, accent: { light: '#ffee00', dark: '#ffee00' } };
  expect((await put('branding', unread)).body).toMatchObject({ code: 'contrast_too_low' });
  const picture = Buffer.from('<svg><script>1</script></svg>').toString('base64');
  expect((await put('logo', { picture })).body).toMatchObject({ code: 'logo_invalid' });
  const nothing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 0"></svg>');
  expect((await put('logo', { picture: nothing.toString('base64') })).body.code).toBe('logo_invalid');
});

it('serves the logo under a name that tells its content, and allows it nothing', async () => {
  const content = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7"/></svg>';
  const { body } = await put('logo', { picture: Buffer.from(content).toString('base64') });
  const answer = await exchange.app.inject(body.branding.logo);
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'image/svg+xml',
    content,
  ]);
  expect(answer.headers['content-security-policy']).toContain('sandbox');
  expect((await exchange.app.inject('/public/brand/logo-0.svg')).statusCode).toBe(404);
  const manifest = (await exchange.app.inject('/account/manifest.webmanifest')).json();
  // Apple's phones and the tabs of browsers take no drawing.
  const touch = (await exchange.app.inject('/account/touch-icon.png')).headers.location ?? '';
  for (const [address, edge] of [
    ...manifest.icons.map(({ src, sizes }: { src: string; sizes: string }) => [
      src,
      Number.parseInt(sizes, 10),
    ]),
    [touch, 180],
    [touch.replace('180', '64'), 64],
  ]) {
    const icon = await exchange.app.inject(address);
    expect([icon.statusCode, icon.headers['content-type']], address).toEqual([200, 'image/png']);
    expect(icon.rawPayload.readUInt32BE(16), address).toBe(edge);
  }
  expect((await exchange.app.inject(touch.replace('180', '181'))).statusCode).toBe(404);
  expect((await put('logo', { picture: null })).body.branding.logo).toBeNull();
  expect((await exchange.app.inject(touch)).statusCode).toBe(404);
});

it('tells machines what to leave alone and whom to write to about a hole', async () => {
  const robots = await exchange.app.inject('/robots.txt');
  expect([robots.statusCode, robots.body]).toEqual([200, 'User-agent: *\nDisallow: /\n']);
  const security = await exchange.app.inject('/.well-known/security.txt');
  expect(security.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(security.body).toMatch(
    /^Contact: mailto:help@agora\.example\nExpires: 20\S+T00:00:00\.000Z\nPreferred-Languages: en, pt\nCanonical: /,
  );
});

it('begins and ends maintenance while it runs: others only look, staff go on', async () => {
  const trader = await exchange.member('trader');
  const place = () =>
    trader.call({
      method: 'POST',
      path: 'orders',
      body: { pair: 'BTC-USDT', operation: 'buy', type: 0, quantity: '0.001', price: '10000' },
    });
  await put('maintenance', { on: true });
  expect((await exchange.app.inject('/api/v1/status/')).json().maintenance).toBe(true);
  expect(await place()).toMatchObject({ status: 503, body: { code: 'maintenance' } });
  expect((await trader.call({ path: 'orders' })).status).toBe(200);
  const cancelled = await trader.call({
    method: 'DELETE',
    path: 'orders/999999999',
  });
  expect(cancelled.body.code).toBe('order_not_found');
  expect((await put('maintenance', { on: false })).body.maintenance).toBe(false);
  expect((await place()).body.code).not.toBe('maintenance');
});

it('excludes countries from registration, and refuses one that is none', async () => {
  expect((await put('countries', { excluded: ['FR', 'KP', 'FR'] })).body.excluded_countries).toEqual([
    'FR',
    'KP',
  ]);
  const { countries } = (await exchange.app.inject('/api/v1/countries/?lang=en')).json();
  expect(countries.some(({ code }: { code: string }) => code === 'FR')).toBe(false);
  expect((await put('countries', { excluded: ['ZZ'] })).body.code).toBe('country_invalid');
});

it('is followed by another process, and never goes back to an older reading', async () => {
  const { platform, test } = exchange;
  const version = settingsOf(platform);
  await test.database.pool.query(
    `insert into exchange_settings (version, content, changed_at)
     select max(version) + 1, '{"name": "Elsewhere"}', now() from exchange_settings`,
  );
  await signal(test.database.kysely, 'settings_changed', 0);
  await expect.poll(() => settingsOf(platform).name).toBe('Elsewhere');
  adoptSettings(platform, { version: 1, settings: version });
  expect(settingsOf(platform).name).toBe('Elsewhere');
});

it('hands a test message over at once and says how that went', async () => {
  const mail = await admin.call({ method: 'POST', path: 'admin/settings/test-mail', body: {} });
  expect(mail.body).toEqual({ delivered: true, problem: null });
});

it('sends a test text message for a fresh code, and at most twenty a day', async () => {
  const { pool } = exchange.test.database;
  const send = (body: object) => admin.call({ method: 'POST', path: 'admin/settings/test-sms', body });
  const phone = '+34600123456';
  expect((await send({ phone })).body.code).toBe('two_factor_required');
  expect((await send({ phone, confirmation: await admin.freshCode() })).status).toBe(200);
  const told = "select count(*)::int as count from audit_log where action = 'test_sms_sent'";
  expect((await pool.query(told)).rows).toEqual([{ count: 1 }]);
  const count = { scope: 'settings:test-sms', subject: 'staff', perDay: 20 };
  for (let taken = 1; taken < 20; taken += 1)
    await takeOfDay(exchange.test.database.kysely, exchange.platform, count);
  const refused = await send({ phone, confirmation: await admin.freshCode() });
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect((await pool.query(told)).rows).toEqual([{ count: 1 }]);
});

it('remembers how far the first set-up came', async () => {
  const { body } = await admin.call({ method: 'PUT', path: 'admin/settings/first-run/branding', body: {} });
  expect(body.first_run).toEqual(['branding']);
});

const none = { kyc: false, two_factor: false, email: false, phone: false };

/** By each way in which money leaves an account: what the first refusal is. */
async function refusals(trader: Member) {
  const coin = { currency: 'USDT', amount: '5' };
  const ask = async (path: string, body: object) =>
    (await trader.call({ method: 'POST', path, body })).body.code as string | undefined;
  const destination = {
    ...{ currency: 'BTC', network: 'bitcoin' },
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  };
  return [
    await ask('wallet/withdrawal-recipient', destination),
    await ask('wallet/withdrawals', { ...destination, amount: '0.01', client_id: 'w1' }),
    await ask('wallet/transfers', { ...coin, to: 'trader@emporion.test', client_id: 't1' }),
    await ask('wallet/codes', { ...coin, client_id: 'c1' }),
  ];
}

it('lets money leave only by those who proved what is required, from the moment of the switch', async () => {
  const { pool } = exchange.test.database;
  const trader = await exchange.member('second');
  const own = (set: string) => pool.query(`update users set ${set} where id = $1`, [trader.id]);
  await put('requirements', none);
  const free = await refusals(trader);
  await put('requirements', { ...none, phone: true });
  expect(await refusals(trader)).toEqual(Array(4).fill('phone_not_verified'));
  await own("phone = '+34600000000', phone_verified_at = now()");
  expect(await refusals(trader)).toEqual(free);
  await put('requirements', { ...none, email: true });
  await own('email_verified_at = null');
  expect(await refusals(trader)).toEqual(Array(4).fill('email_not_verified'));
  await own('email_verified_at = now()');
  expect(await refusals(trader)).toEqual(free);
  await pool.query("update users set roles = '{compliance}' where email = 'support@emporion.test'");
  expect((await put('requirements', { ...none, kyc: true })).body.requirements.kyc).toBe(true);
  expect(await refusals(trader)).toEqual(Array(4).fill('kyc_required'));
  await own("kyc_status = 'pending'");
  expect(await refusals(trader)).toEqual(Array(4).fill('kyc_pending'));
  await own("kyc_status = 'rejected'");
  expect(await refusals(trader)).toEqual(Array(4).fill('kyc_rejected'));
  await own("kyc_status = 'pending'");
  await own("kyc_status = 'approved'");
  expect(await refusals(trader)).toEqual(free);
  await put('requirements', none);
});

it('ends sessions without a second factor, lets them in by a code and asks for the set-up before they trade', async () => {
  const { pool } = exchange.test.database;
  const place = (member: Member) =>
    member.call({
      method: 'POST',
      path: 'orders',
      body: { pair: 'BTC-USDT', operation: 'buy', type: 0, quantity: '0.001', price: '10000' },
    });
  const before = await exchange.member('trader');
  await put('requirements', { ...none, two_factor: true });
  expect(await before.call({ path: 'orders' })).toMatchObject({ status: 401 });
  const after = await exchange.member('trader');
  expect((await after.call({ path: 'orders' })).status).toBe(200);
  expect(await place(after)).toMatchObject({ status: 403, body: { code: 'two_factor_setup_required' } });
  await pool.query('update users set email_factor = true where id = $1', [after.id]);
  const again = await exchange.member('trader');
  expect((await place(again)).body.code).not.toBe('two_factor_setup_required');
  await put('requirements', none);
  expect((await before.call({ path: 'orders' })).status).toBe(200);
});
