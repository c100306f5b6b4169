import { ListedUser, type TimelineEntry, UserCard } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { verifyJournal } from '#runtime/index.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import { auditPart } from '../audit/verify-audit.ts';
import { openUsersDesk, type UsersDesk } from './testing/users-desk.ts';

let desk: UsersDesk;
let clara: Member;
let cleo: Member;
let admin: Member;
let support: Member;
let user: Member;

beforeAll(async () => {
  desk = await openUsersDesk();
  admin = await desk.member('admin');
  support = await desk.member('support');
  clara = await desk.enrol('clara', ['compliance']);
  cleo = await desk.enrol('cleo', ['compliance']);
  user = await desk.enrol('wanda');
  await desk.fund(user, 'USDT', 1_000_000_000n);
});
afterAll(() => desk.close());

type Found = ListedUser[];
const names = (found: Found) => found.map(({ username }) => username);
async function list(query: string, by = clara): Promise<Found> {
  const { body } = await by.call({ path: `admin/users?${query}` });
  return body.results;
}

describe('the list of users', () => {
  it('leafs through everybody once, by registration and by last login, also those of one moment', async () => {
    await desk.query(
      `insert into users (email, username, username_skeleton, password_hash, first_name, last_name, country, birthday, referral_code, terms_accepted_at,
         privacy_accepted_at, created_at)
       select 'bulk' || n || '@bulk.test', 'bulk' || n, 'bulk' || n, 'none', 'Bulk', 'Nr ' || n, 'AT', '1990-01-01', 'bulk-' || n, now(), now(),
         '2024-01-01'::timestamptz + (n / 3) * interval '1 microsecond' from generate_series(1, 40) n`,
    );
    for (const order of ['registered', 'last_login']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await clara.call({ path: `admin/users?limit=7&country=AT&order=${order}${cursor}` });
        expect(body.results.map((row: unknown) => ListedUser.parse(row).country)).toContain('AT');
        if (cursor === '') expect([body.count, body.count_is_exact]).toEqual([40, true]);
        seen.push(...names(body.results));
        cursor = body.next === null ? 'end' : `&cursor=${body.next}`;
      } while (cursor !== 'end');
      expect([seen.length, new Set(seen).size]).toEqual([40, 40]);
    }
    const { status } = await clara.call({ path: 'admin/users?cursor=nonsense' });
    expect(status).toBe(422);
  });

  it('is narrowed by everything that staff ask for', async () => {
    await desk.change(clara, `${user.id}/labels`, { flagged: true, labels: ['vip', 'watch'] });
    await desk.change(clara, `${user.id}/switches`, { withdrawal_enabled: false });
    await desk.query("update users set kyc_status = 'pending' where id = $1", [user.id]);
    await desk.query(
      "insert into totp_factors (user_id, sealed_secret, confirmed_at) values ($1, '\\x00', now())",
      [user.id],
    );
    for (const filter of [
      'flagged=true',
      'label=vip',
      'restriction=any',
      'restriction=withdrawals',
      'kyc=pending',
      'second_factor=true',
    ])
      expect([filter, names(await list(filter))]).toEqual([filter, ['wanda']]);
    await desk.query('delete from totp_factors where user_id = $1', [user.id]);
    expect(await list('second_factor=true')).toEqual([]);
    await desk.change(clara, `${user.id}/switches`, { withdrawal_enabled: true });
    expect(await list('restriction=any')).toEqual([]);
    const until = '2100-01-01T00:00:00.000Z';
    await desk.query('update users set staff_freeze_until = $2 where id = $1', [user.id, until]);
    for (const filter of ['restriction=any', 'restriction=payouts_frozen'])
      expect([filter, await list(filter)]).toMatchObject([
        filter,
        [{ username: 'wanda', payouts_frozen_until: until }],
      ]);
    expect(names(await list('restriction=none&limit=200'))).not.toContain('wanda');
    await desk.query("update users set staff_freeze_until = now() - interval '1 day' where id = $1", [
      user.id,
    ]);
    expect(await list('restriction=any')).toEqual([]);
    expect(names(await list('restriction=none&limit=200'))).toContain('wanda');
    expect(names(await list('role=administrator', admin))).toEqual(['ada']);
    expect(await list('role=any')).toEqual([]);
    expect(await list('status=banned')).toEqual([]);
    expect(names(await list('registered_to=2024-01-02T00:00:00.000Z&limit=200'))).toHaveLength(40);
    expect(names(await list('login_from=2025-01-01T00:00:00.000Z&country=ES'))).toEqual(['wanda']);
  });

  it('finds somebody by what one knows of them', async () => {
    const [row] = await desk.query<{ phone: string }>('select phone from users where id = $1', [user.id]);
    const phone = encodeURIComponent(row?.phone ?? '');
    await desk.query(
      `insert into deposits (network, transaction_id, output_index, address, user_id, coin, chain_amount, status)
       select code, '0xabc123', 0, 'addr-1', $1, 'BTC', 1, 'pending' from blockchains limit 1`,
      [user.id],
    );
    for (const text of [user.id, 'WANDA@emporion.test', phone, 'Wanda', '0xABC123'])
      for (const by of [clara, support])
        expect([text, names(await list(`search=${text}`, by))]).toEqual([text, ['wanda']]);
    await desk.query("delete from deposits where transaction_id = '0xabc123'");
    for (const text of ['wan', 'wanda@emp', 'wanda%20te']) {
      expect([text, names(await list(`search=${text}`))]).toEqual([text, ['wanda']]);
      // The beginning of an address would tell the rest of it.
      expect([text, await list(`search=${text}`, support)]).toEqual([text, []]);
    }
    expect(await list('search=%25%25')).toEqual([]);
  });

  it('masks who people are for whoever may not see it', async () => {
    const [masked] = await list('search=wanda', support);
    expect(masked).toMatchObject({
      email: 'w***@emporion.test',
      first_name: null,
      last_name: null,
      phone: null,
    });
    const card = UserCard.parse(await desk.card(support, user.id));
    expect([card.birthday, card.phone, card.email]).toEqual([null, null, 'w***@emporion.test']);
    const { body } = await support.call({ path: `admin/users/${user.id}/sessions` });
    expect(body.sessions).toMatchObject([{ address: null, device: null }]);
  });

  it('is taken away as a file with a reason, formulas neutralised, and that is in the log', async () => {
    await desk.query(`update users set first_name = '=cmd|calc' where id = $1`, [user.id]);
    const path = 'admin/users/export?country=ES';
    const body = { reason: 'a regulator asked', confirmation: await clara.freshCode() };
    const { body: csv } = await clara.call({ method: 'POST', path, body });
    await desk.query(`update users set first_name = 'Wanda' where id = $1`, [user.id]);
    expect(csv).toContain(`wanda@emporion.test,"'=cmd|calc",Test`);
    expect((await support.call({ method: 'POST', path, body })).status).toBe(404);
    const { body: log } = await admin.call({ path: 'admin/audit?action=users_exported' });
    expect(log.results).toMatchObject([
      { reason: 'a regulator asked', after: { country: 'ES', personal: true } },
    ]);
  });
});

describe('the card', () => {
  it('has what staff decide by', async () => {
    const { body: order } = await user.call({
      ...{ method: 'POST', path: 'orders' },
      body: { type: 0, pair: 'TRX-USDT', operation: 'buy', quantity: '100', price: '0.3' },
    });
    const card = UserCard.parse(await desk.card(clara, user.id));
    expect(card).toMatchObject({
      ...{
        status: 'active',
        kyc_status: 'pending',
        fee_tier: '1',
        phone_verified: false,
        labels: ['vip', 'watch'],
      },
      balances: [{ coin: 'USDT', actual: '970', orders: '30', locked: '0' }],
      counts: { open_orders: 1, sessions: 1, deposits: 0, bank_transfers: 0, card_orders: 0 },
      limits: { open_orders: null, withdrawal_level: null },
    });
    await user.call({ method: 'DELETE', path: `orders/${order.id}` });
    expect((await clara.call({ path: 'admin/users/3f1c2f9e-6f0a-4b6e-9d5a-0d7f3f1c2f9e' })).body.code).toBe(
      'account_not_found',
    );
  });

  it('has the limits of the level that it shows, also while somebody is verified', async () => {
    const { id } = await desk.enrol('vera');
    await desk.query("update users set kyc_status = 'pending' where id = $1", [id]);
    const card = await commitMeanwhile(desk.test.database, {
      lock: 'lock table user_notes in access exclusive mode',
      call: () => desk.card(clara, id),
      change: (other) =>
        other.query("update users set kyc_status = 'approved', kyc_level = 2 where id = $1", [id]),
    });
    // What the exchange gives to everybody.
    expect(card).toMatchObject({ kyc_level: 0, withdrawal_limit: { level: 1 } });
    expect(await desk.card(clara, id)).toMatchObject({ kyc_level: 2, withdrawal_limit: { level: 2 } });
  });

  it('is corrected with a reason, and the log has before and after beside the chain', async () => {
    const edited = await desk.change(
      clara,
      user.id,
      { last_name: 'Weber', country: 'DE', phone: '+34 600 999 888' },
      'PATCH',
    );
    expect(edited.body).toMatchObject({
      last_name: 'Weber',
      country: 'DE',
      phone: '+34600999888',
      phone_verified: false,
    });
    const { body: log } = await admin.call({ path: `admin/audit?user=${user.id}&action=user_edited` });
    expect(log.results[0]).toMatchObject({
      before: { country: 'ES', last_name: 'Test' },
      after: { country: 'DE', last_name: 'Weber', phone: '+34600999888' },
    });
    const [chained] = await desk.query<{ after: object }>(
      "select after from audit_log where action = 'user_edited'",
    );
    expect(chained?.after).toEqual({ country: 'DE' });
    expect((await desk.change(clara, user.id, { country: 'ZZ' }, 'PATCH')).body.fields).toHaveProperty(
      'country',
    );
    await desk.query('update users set phone_verified_at = now(), sms_factor = true where id = $1', [
      user.id,
    ]);
    expect((await desk.change(clara, user.id, { phone: null }, 'PATCH')).body.code).toBe('phone_is_factor');
    await desk.query('update users set sms_factor = false where id = $1', [user.id]);
  });

  it('ends sessions, and has notes that only grow', async () => {
    const other = await desk.enrol('nora');
    // One that is not theirs ends nothing.
    const [strange] = await desk.query<{ id: string }>(
      'select id from user_sessions where user_id <> $1 limit 1',
      [other.id],
    );
    const kept = await desk.change(clara, `${other.id}/sessions/end`, { session: strange?.id });
    expect(kept.body.counts.sessions).toBe(1);
    expect((await desk.change(clara, `${other.id}/sessions/end`)).body.counts.sessions).toBe(0);
    expect((await other.call({ path: 'balance' })).status).toBe(401);
    const path = `admin/users/${other.id}/notes`;
    for (const text of ['called us', 'called again'])
      expect((await support.call({ method: 'POST', path, body: { text } })).body).toMatchObject({ text });
    const { body } = await clara.call({ path: `${path}?limit=1` });
    expect(body.results).toMatchObject([{ text: 'called again', author: { username: 'selma' } }]);
    expect((await clara.call({ path: `${path}?limit=1&cursor=${body.next}` })).body.results).toMatchObject([
      { text: 'called us' },
    ]);
    await expect(desk.query("update user_notes set text = 'another'")).rejects.toThrow('only added');
  });
});

describe('the timeline', () => {
  it('has staff, security and money in one list, and leafs through it without losing or repeating any', async () => {
    const { body: all } = await clara.call({ path: `admin/users/${user.id}/timeline?limit=200` });
    const entries: TimelineEntry[] = all.results;
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['staff', 'security', 'money']));
    const times = entries.map(({ time }) => time);
    expect(times).toEqual(times.toSorted().reverse());
    const paged: string[] = [];
    let cursor = '';
    do {
      const { body } = await clara.call({ path: `admin/users/${user.id}/timeline?limit=2${cursor}` });
      paged.push(...body.results.map(({ kind, id }: TimelineEntry) => `${kind}:${id}`));
      cursor = body.next === null ? 'end' : `&cursor=${body.next}`;
    } while (cursor !== 'end');
    expect(paged).toEqual(entries.map(({ kind, id }) => `${kind}:${id}`));
    const money = await clara.call({ path: `admin/users/${user.id}/timeline?kind=money` });
    expect(money.body.results[0]).toMatchObject({ what: 'deposit', movement: { currency: 'USDT' } });
    const masked = await support.call({ path: `admin/users/${user.id}/timeline?kind=security` });
    expect(masked.body.results[0]).toMatchObject({ address: null, device: null });
    expect((await clara.call({ path: `admin/users/${user.id}/timeline?cursor=1_2` })).status).toBe(422);
  });
});

describe('what a user sees', () => {
  it('is answered by the very calls of the user, for a reason, and ends', async () => {
    const open = (more: object = {}) =>
      support.call({
        ...{ method: 'POST', path: `admin/users/${user.id}/views` },
        body: { reason: 'a balance looks wrong', ...more },
      });
    expect((await open()).body.code).toBe('two_factor_required');
    const opened = await open({ confirmation: await support.freshCode() });
    const view = (path: string, by = support) =>
      by.call({ path: `admin/user-views/${opened.body.id}/${path}` });
    const own = await user.call({ method: 'POST', path: 'getwallets' });
    expect((await view('wallets')).body).toEqual(own.body);
    for (const [path, ownPath] of [
      ['orders?limit=5', 'orders?limit=5'],
      ['fills', 'my-trades'],
      ['movements?limit=3', 'wallet/movements?limit=3'],
      ['overview', 'wallet/overview'],
    ] as const)
      expect([path, (await view(path)).body]).toEqual([path, (await user.call({ path: ownPath })).body]);
    expect((await view('wallets', clara)).body.code).toBe('user_view_ended');
    const { body: log } = await admin.call({ path: `admin/audit?user=${user.id}&action=user_view_opened` });
    expect(log.results).toMatchObject([{ reason: 'a balance looks wrong', actor: { username: 'selma' } }]);
    expect((await desk.card(clara, user.id)).counts.sessions).toBe(1);
    await support.call({ method: 'POST', path: `admin/user-views/${opened.body.id}/end`, body: {} });
    expect((await view('wallets')).body.code).toBe('user_view_ended');
    expect((await user.call({ path: 'settings/history' })).body.results[0].event).toBe('user_view_opened');
  });
});

describe('what takes two people', () => {
  it('moves an account to another mailbox, and the address lies beside the proposal', async () => {
    const lost = await desk.enrol('lara');
    const email = 'lara.new@emporion.test';
    const proposed = await desk.propose(clara, 'email-change', { user: lost.id, email });
    expect(proposed.body.payload).toMatchObject({ user: lost.id, email });
    const seen = await support.call({ path: `admin/approvals/${proposed.body.id}` });
    expect(seen.body.payload).toEqual({ user: lost.id, personal_hash: expect.any(String) });
    expect(seen.body.current).toEqual({});
    // Who votes compares the two.
    const voted = await cleo.call({ path: `admin/approvals/${proposed.body.id}` });
    expect(voted.body.current).toEqual({ email: 'lara@emporion.test' });
    const taken = await desk.propose(clara, 'email-change', { user: lost.id, email: 'trader@emporion.test' });
    expect(taken.body.code).toBe('email_already_registered');
    expect((await desk.approve(cleo, proposed.body.id)).body.state).toBe('executed');
    expect(await desk.card(clara, lost.id)).toMatchObject({
      email,
      payouts_frozen_until: expect.any(String),
    });
    expect((await lost.call({ path: 'balance' })).status).toBe(401);
    const told = await desk.query<{ recipient: string }>(
      "select recipient from messages where template = 'identity.notice' and recipient like 'lara%' order by recipient",
    );
    expect(told.map(({ recipient }) => recipient)).toEqual([email, 'lara@emporion.test']);
  });

  it('gives an account limits of its own, in the exchange and for withdrawals, and takes them back', async () => {
    const none = {
      open_orders: null,
      open_orders_per_market: null,
      orders_per_day: null,
      withdrawal_level: null,
    };
    const limits = { ...none, open_orders: 1, withdrawal_level: 2 };
    const proposed = await desk.propose(clara, 'user-limits', { user: user.id, limits });
    expect((await desk.card(clara, user.id)).counts.open_proposals).toBe(1);
    expect((await desk.approve(cleo, proposed.body.id)).body.state).toBe('executed');
    expect(await desk.card(clara, user.id)).toMatchObject({
      limits,
      withdrawal_limit: { level: 2, value_a_day: '500000' },
    });
    const place = () =>
      user.call({
        ...{ method: 'POST', path: 'orders' },
        body: { type: 0, pair: 'TRX-USDT', operation: 'buy', quantity: '100', price: '0.3' },
      });
    expect([(await place()).status, (await place()).body.code]).toEqual([200, 'order_too_many_open']);
    const back = await desk.propose(clara, 'user-limits', { user: user.id, limits: none });
    await desk.approve(cleo, back.body.id);
    expect((await place()).status).toBe(200);
    await user.call({ method: 'DELETE', path: 'orders' });
    const wrong = await desk.propose(clara, 'user-limits', {
      user: user.id,
      limits: { ...none, withdrawal_level: 7 },
    });
    expect(wrong.body.code).toBe('value_not_allowed');
  });

  it('erases a person and keeps the ledger; refused by name while there is money, an order or a role', async () => {
    const gone = await desk.enrol('gina');
    await desk.fund(gone, 'USDT', 100_000_000n);
    const erase = (id = gone.id) => desk.propose(clara, 'user-erasure', { user: id });
    const { body: order } = await gone.call({
      ...{ method: 'POST', path: 'orders' },
      body: { type: 0, pair: 'TRX-USDT', operation: 'buy', quantity: '100', price: '0.3' },
    });
    expect((await erase()).body.code).toBe('account_has_orders');
    await gone.call({ method: 'DELETE', path: `orders/${order.id}` });
    expect((await erase()).body.code).toBe('account_not_empty');
    expect((await erase(support.id)).body.code).toBe('account_has_role');
    const away = (amount: string) =>
      desk.propose(admin, 'balance-adjustment', { user: gone.id, currency: 'USDT', amount });
    const operator = await desk.member('operator');
    await desk.approve(operator, (await away('-100')).body.id);
    await support.call({
      method: 'POST',
      path: `admin/users/${gone.id}/notes`,
      body: { text: 'Gina of Rome' },
    });
    await desk.change(clara, gone.id, { last_name: 'Lollobrigida' }, 'PATCH');
    // Money came back between proposal and vote: it fails, and the account goes on.
    const early = await erase();
    await desk.approve(operator, (await away('5')).body.id);
    expect((await desk.approve(cleo, early.body.id)).body).toMatchObject({
      state: 'failed',
      failure: 'account_not_empty',
    });
    expect(await desk.runtime.read((exchange) => exchange.account(gone.id).mayTrade)).toBe(true);
    await desk.approve(operator, (await away('-5')).body.id);
    const open = await desk.propose(clara, 'user-limits', {
      user: gone.id,
      limits: { open_orders: 3, open_orders_per_market: null, orders_per_day: null, withdrawal_level: null },
    });
    const last = await erase();
    expect((await desk.approve(cleo, last.body.id)).body.state).toBe('executed');
    const ended = await clara.call({ path: `admin/approvals/${open.body.id}` });
    expect(ended.body.state).toBe('withdrawn');
    expect(await desk.card(clara, gone.id)).toMatchObject({
      status: 'closed',
      erased: true,
      first_name: '',
      phone: null,
    });
    expect((await gone.call({ path: 'balance' })).status).toBe(401);
    for (const name of ['gina', 'Gina', 'Lollobrigida'])
      for (const table of [
        'users',
        'audit_personal',
        'user_notes',
        'approvals',
        'approval_personal',
        'security_events',
        'messages',
        'user_sessions',
      ]) {
        const rows = await desk.query(
          `select 1 from ${table} as kept where to_json(kept)::text like '%' || $1 || '%'`,
          [name],
        );
        expect([table, name, rows.length]).toEqual([table, name, 0]);
      }
    const lines = await desk.query('select 1 from ledger_entries where account = $1', [gone.id]);
    expect(lines.length).toBeGreaterThan(2);
    expect((await erase()).body.code).toBe('account_not_found');
    const { findings } = await verifyJournal(desk.test.database.pool, [auditPart()]);
    expect(findings.find(({ name }) => name === 'Audit log')?.problems).toEqual([]);
  });
});
