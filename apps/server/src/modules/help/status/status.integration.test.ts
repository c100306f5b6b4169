import { ServiceStatus, walletEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announcementsModule } from '#modules/announcements/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { helpModule } from '../index.ts';

let exchange: StaffedExchange;
let support: Member;
let trader: Member;
let now = new Date();

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [auditModule, staffModule, walletModule, announcementsModule, helpModule],
    clock: { now: () => now },
  });
  support = await exchange.member('support');
  trader = await exchange.member('trader');
});
afterAll(() => exchange.close());

async function status(language = 'en') {
  const answer = await exchange.app.inject({
    url: '/api/public/v1/help/status/',
    headers: { 'accept-language': language },
  });
  return ServiceStatus.parse(answer.json());
}
const bars = async () => {
  const answer = await exchange.app.inject({ url: '/api/public/v1/notifications/' });
  return walletEndpoints.announcements.response
    .parse(answer.json())
    .results.filter(({ kind, incident }) => kind === 'bar' && incident)
    .map(({ title, text }) => [title, text]);
};
const send = async (path: string, body: object) =>
  support.call({
    ...{ method: 'POST', path: `admin/incidents${path}` },
    body: { ...body, reason: 'As seen', confirmation: await support.freshCode() },
  });
const outage = {
  title: { en: 'Withdrawals are delayed', ru: 'Вывод задерживается' },
  ...{ impact: 'critical', parts: ['withdrawals'], state: 'investigating' },
  text: { en: 'We are looking into it.', ru: 'Разбираемся.' },
};

it('tells how each part stands without a login, and nothing of what is behind it', async () => {
  const { parts, maintenance } = await status();
  expect(maintenance).toBe(false);
  expect(parts.map(({ part }) => part)).toEqual(
    expect.arrayContaining(['website', 'trading', 'market_data', 'cards', 'bank_transfers', 'email']),
  );
  expect(parts.filter(({ part, network }) => part === 'deposits' && network === 'Bitcoin')).toHaveLength(1);
  expect(Object.keys(parts[0] ?? {}).sort()).toEqual(['network', 'part', 'state']);
});

it('shows an incident from its first update to its last, in the reader’s language, with a bar while it is grave and open', async () => {
  const opened = (await send('', outage)).body;
  expect(opened).toMatchObject({ state: 'investigating', version: 1, updates: [{ by: { id: support.id } }] });
  await expect.poll(bars).toEqual([['Withdrawals are delayed', 'We are looking into it.']]);
  await expect.poll(async () => (await status('ru')).incidents[0]?.title).toBe('Вывод задерживается');
  const told = (await status()).parts.filter(({ part }) => part === 'withdrawals');
  expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['down']));
  const next = {
    impact: 'critical',
    parts: ['withdrawals'],
    state: 'identified',
    text: { en: 'A node was late.' },
  };
  expect((await send(`/${opened.id}/updates`, { ...next, version: 9 })).body.code).toBe('changed_meanwhile');
  await send(`/${opened.id}/updates`, { ...next, version: 1 });
  await expect.poll(bars).toEqual([['Withdrawals are delayed', 'A node was late.']]);
  await send(`/${opened.id}/updates`, { ...next, state: 'resolved', text: { en: 'All sent.' }, version: 2 });
  await expect.poll(bars).toEqual([]);
  await expect.poll(async () => (await status()).incidents[0]?.state).toBe('resolved');
  const [incident] = (await status()).incidents;
  expect(incident?.updates.map(({ state, text }) => [state, text])).toEqual([
    ['resolved', 'All sent.'],
    ['identified', 'A node was late.'],
    ['investigating', 'We are looking into it.'],
  ]);
  expect(JSON.stringify(incident)).not.toContain(support.id);
  expect((await send(`/${opened.id}/updates`, { ...next, version: 3 })).body.code).toBe('incident_resolved');
});

it('forgets an incident ninety days after its end, and never one that is open', async () => {
  const open = (await send('', { ...outage, impact: 'minor', title: { en: 'Still open' } })).body;
  now = new Date(now.getTime() + 91 * 86_400_000);
  await expect.poll(async () => (await status()).incidents.map(({ title }) => title)).toEqual(['Still open']);
  now = new Date(now.getTime() - 91 * 86_400_000);
  const listed = (await support.call({ path: 'admin/incidents?open=true' })).body.results;
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([open.id]);
});

it('is written by staff who may, and by nobody else', async () => {
  expect((await trader.call({ path: 'admin/incidents' })).status).toBe(404);
  expect((await send('', { ...outage, parts: [] })).status).toBe(422);
  expect((await send('', { ...outage, text: { en: '<b>x</b>' } })).status).toBe(422);
  expect((await send('/999/updates', { ...outage, title: undefined, version: 1 })).body.code).toBe(
    'incident_not_found',
  );
});
