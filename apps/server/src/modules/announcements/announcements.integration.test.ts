import { walletEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { onPublicStatus, publicStatusOf } from '#platform/settings/public-status.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { announcementsModule } from './index.ts';

let exchange: StaffedExchange;
let admin: Member;
let trader: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [auditModule, staffModule, announcementsModule],
    clock: { now: () => new Date() },
  });
  admin = await exchange.member('admin');
  trader = await exchange.member('trader');
});
beforeEach(() => exchange.test.database.pool.query('delete from announcements'));
afterAll(() => exchange.close());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const minute = 60_000;
const news = {
  ...{ title: { en: 'New coin', es: 'Nueva moneda' }, text: { en: 'ETH is listed.' } },
  ...{ kind: 'list', audience: 'everyone', countries: [], tiers: [], from: inMs(-minute), to: null },
  draft: false,
};

const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
  admin.call({
    ...{ method, path: `admin/announcements${path}` },
    body: { ...body, reason: 'As decided', confirmation: await admin.freshCode() },
  });
const add = (change: object = {}) => send('POST', '', { ...news, ...change });

const heard = async (member?: Member, language = 'en') => {
  const answer = member
    ? (await member.call({ path: 'notifications' })).body
    : (
        await exchange.app.inject({
          url: '/api/public/v1/notifications/',
          headers: { 'accept-language': language },
        })
      ).json();
  return walletEndpoints.announcements.response.parse(answer).results.map(({ title }) => title);
};

it('shows what is in force, in the language of whoever reads where there is a text in it', async () => {
  await add();
  await add({ title: { en: 'Draft' }, draft: true });
  await add({ title: { en: 'Later' }, from: inMs(60 * minute) });
  expect(await heard()).toEqual(['New coin']);
  expect(await heard(undefined, 'es')).toEqual(['Nueva moneda']);
  const { results } = (await admin.call({ path: 'admin/announcements' })).body;
  expect(results.map(({ state }: { state: string }) => state)).toEqual(['scheduled', 'draft', 'running']);
  const drafts = (await admin.call({ path: 'admin/announcements?state=draft' })).body.results;
  expect(drafts).toMatchObject([{ title: { en: 'Draft' }, changed_by: { id: admin.id } }]);
});

it('reaches only whom it is for', async () => {
  await add({ title: { en: 'Users' }, audience: 'users' });
  await add({ title: { en: 'Nobody’s country' }, countries: ['KP'] });
  await add({ title: { en: 'First tier' }, tiers: [0] });
  await add({ title: { en: 'Last tier' }, tiers: [99] });
  expect(await heard()).toEqual([]);
  expect(await heard(trader)).toEqual(['First tier', 'Users']);
});

it('changes and ends at once, with before and after in the audit log', async () => {
  const { id, version } = (await add({ kind: 'bar' })).body;
  const first = publicStatusOf(exchange.platform).announced;
  expect(first).not.toBeNull();
  const changed = await send('PUT', `/${id}`, { ...news, title: { en: 'Changed' }, kind: 'bar', version });
  expect(changed.body).toMatchObject({ version: version + 1, title: { en: 'Changed' } });
  expect(publicStatusOf(exchange.platform).announced).not.toBe(first);
  expect((await send('PUT', `/${id}`, { ...news, version })).body.code).toBe('changed_meanwhile');
  expect((await send('POST', `/${id}/end`, {})).body.state).toBe('over');
  expect(publicStatusOf(exchange.platform).announced).toBeNull();
  expect(await heard()).toEqual([]);
  expect((await send('POST', `/${id}/end`, {})).body.code).toBe('announcement_over');
  expect((await send('PUT', `/${id}`, { ...news, version: version + 2 })).body.code).toBe(
    'announcement_over',
  );
  const { rows } = await exchange.test.database.pool.query(
    "select action, before, after from audit_log where object = $1 and action <> 'announcement_added' order by number",
    [`announcement:${id}`],
  );
  expect(rows).toEqual([
    {
      action: 'announcement_changed',
      before: { title_en: 'New coin', title_es: 'Nueva moneda' },
      after: { title_en: 'Changed', title_es: null },
    },
    { action: 'announcement_ended', before: { state: 'running' }, after: { state: 'over' } },
  ]);
});

it('begins and ends by its times without anybody asking', async () => {
  const heard: (string | null)[] = [];
  const stop = onPublicStatus(exchange.platform, ({ announced }) => heard.push(announced));
  await add({ kind: 'bar', from: inMs(500), to: inMs(2_000) });
  await expect.poll(() => heard).toEqual([expect.any(String), null]);
  stop();
});

it('refuses by name what could never be shown', async () => {
  expect((await add({ to: inMs(-2 * minute) })).body.code).toBe('announcement_times_wrong');
  expect((await add({ countries: ['ZZ'] })).body.code).toBe('country_invalid');
  expect((await add({ title: { es: 'Sin inglés' } })).status).toBe(422);
  expect((await add({ text: { en: '<b>bold</b>' } })).status).toBe(422);
  expect((await send('PUT', '/999', { ...news, version: 1 })).body.code).toBe('not_found');
});
