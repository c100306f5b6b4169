import type { ServerMessage } from '@emporion/contracts/sockets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { feedsModule } from '#modules/feeds/index.ts';
import { notificationsModule } from '#modules/notifications/index.ts';
import { realtimeModule } from '#realtime/index.ts';
import { connectClient, type TestClient } from '#realtime/testing/client.ts';
import { userId } from '#testing/trading-app.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { giveSecondFactor } from '../testing/second-factor.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
let live: TestClient;
const received: ServerMessage[] = [];
beforeAll(async () => {
  app = await createWalletApp({ modules: [realtimeModule, feedsModule, notificationsModule] });
  await app.change('update withdrawal_policy set velocity_requests = 1000');
  await app.person('giver');
  await giveSecondFactor(app, 'giver');
  await app.fund('giver', 'USDT', '100');
  for (const name of ['taker', 'quiet']) await app.person(name);
  await app.change(
    `update users set notifications = '{"deposit.mail": "off"}' where id = '${userId('quiet')}'`,
  );
  const origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
  live = await connectClient(`${origin.replace('http', 'ws')}/wsapi/v1/trading`);
  live.send({ token: 'taker' });
  received.push(await live.next());
  live.send({ command: 'add_wallet_history', params: { page: 1 } });
  live.send({ command: 'add_wallet_history_topups', params: { page: 1 } });
});
afterAll(async () => {
  live.socket.terminate();
  await app.close();
});

/** Reads the socket until something came that looks like this. */
async function until(wanted: (message: ServerMessage) => boolean): Promise<void> {
  for (;;) {
    const message = await live.next();
    if (wanted(message)) return;
  }
}
const isNotice = (text: string) => (message: ServerMessage) =>
  message.kind === 'user_notification' && message.results.some((each) => each.text.includes(text));
const isIn =
  (kind: 'wallet_history' | 'wallet_history_topups', recordKind: string, amount: string) =>
  (message: ServerMessage) =>
    message.kind === kind &&
    message.results.some(
      (record) => record.kind === recordKind && record.amount === amount && record.status === 'completed',
    );

const post = (path: string, as: string | undefined, body: object = {}) =>
  app.call({ method: 'POST', path, ...(as !== undefined && { as }), body });
const mails = async (name: string, template: string) =>
  (
    await sql<{ subject: string; text: string }>`
      select subject, text from messages
      where recipient = ${`${name}@example.test`} and template = ${template} order by sequence
    `.execute(app.test.database.kysely)
  ).rows;
const notices = async (name: string) =>
  (
    await sql<{ template: string }>`
      select template from user_notifications where user_id = ${userId(name)} order by id
    `.execute(app.test.database.kysely)
  ).rows.map(({ template }) => template);

async function transfer(to: string, amount: string): Promise<void> {
  const confirmation = await mailedCode(app, 'giver', 'transfer');
  const body = { to: `person-${to}`, currency: 'USDT', amount, client_id: `${to}-${amount}`, confirmation };
  expect((await post('wallet/transfers', 'giver', body)).status).toBe(200);
}

it('tells whoever gets a transfer: a notice, the socket, and a mail unless they switched those off', async () => {
  await transfer('taker', '3');
  await until(isNotice('3 USDT'));
  await transfer('taker', '4');
  await until(isIn('wallet_history', 'transfer', '4'));
  await transfer('quiet', '5');
  expect(await notices('taker')).toEqual(['transfer_received', 'transfer_received']);
  expect(await notices('quiet')).toEqual(['transfer_received']);
  const [mail] = await mails('taker', 'wallet.received');
  expect(mail?.subject).toBe('You received 3 USDT');
  expect(mail?.text).toContain('person-giver');
  expect(await mails('quiet', 'wallet.received')).toEqual([]);
});

it('tells whoever redeemed a code, and its maker that it is gone', async () => {
  const confirmation = await mailedCode(app, 'giver', 'p2p_code');
  const asked = { currency: 'USDT', amount: '6', client_id: 'code', confirmation };
  const { code } = (await post('wallet/codes', 'giver', asked)).body;
  expect((await post('wallet/codes/redeem', 'taker', { code })).status).toBe(200);
  await until(isNotice('6 USDT'));
  expect((await notices('taker')).at(-1)).toBe('code_received');
  expect((await notices('giver')).at(-1)).toBe('code_redeemed');
  expect((await mails('taker', 'wallet.received')).at(-1)?.subject).toBe('You received 6 USDT');
});

it('shows a withdrawal to an address of ours to both, and tells both', async () => {
  const { address } = await app.addressOf('taker', 'tron');
  const asked = { currency: 'USDT', network: 'tron', address, amount: '20', client_id: 'inside' };
  const { body } = await post('wallet/withdrawals', 'giver', asked);
  const confirmation = await mailedCode(app, 'giver', 'withdrawal');
  await post(`wallet/withdrawals/${body.id}/confirm`, 'giver', { confirmation });
  const [link] = await mails('giver', 'wallet.withdrawal-link');
  const token = /confirm-withdrawal-request\/(\S+)/.exec(link?.text ?? '')?.[1];
  const paid = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
  expect(paid.body).toMatchObject({ stage: 'completed', internal: true });
  await until(isIn('wallet_history_topups', 'deposit', '20'));

  expect((await notices('taker')).at(-1)).toBe('deposit_received');
  expect((await mails('taker', 'wallet.received')).at(-1)?.subject).toBe('You received 20 USDT');
  expect((await notices('giver')).at(-1)).toBe('withdrawal_paid_inside');
  const [told] = await mails('giver', 'wallet.withdrawal');
  expect(told?.subject).toBe('Your withdrawal of 20 USDT is complete');
  expect(told?.text).not.toContain('The network has confirmed');

  const list = (path: string) => app.call({ path, as: 'taker' }).then(({ body: page }) => page.results);
  const [shown, ...others] = await list(
    'transactions?type=deposit&currency=USDT&network=tron&status=completed',
  );
  expect(shown).toMatchObject({
    ...{ id: body.id, type: 'deposit', amount: '20', fee: '0', status: 'completed', hash: null },
    ...{ address, internal: true },
  });
  expect(others).toEqual([]);
  expect(await list('transactions?type=withdrawal')).toEqual([]);
  expect(await list('transactions?status=pending')).toEqual([]);
  expect((await list('wallet-history?limit=1'))[0]).toMatchObject({
    ...{ type: 'transfer', amount: '20', reference: `withdrawal:${body.id}` },
  });
  const { listWalletRecords } = await import('../history/wallet-records.ts');
  const page = { page: 1, pageSize: 20, pagesMax: 5, kinds: ['deposit', 'withdrawal', 'transfer'] as const };
  const own = await listWalletRecords(app.platform, { account: userId('giver'), ...page });
  expect(own.results.filter(({ amount }) => amount === '20').map(({ kind }) => kind)).toEqual(['withdrawal']);
});

it('tells the sender when a withdrawal to an address of ours could not be paid', async () => {
  const { address } = await app.addressOf('taker', 'tron');
  const asked = { currency: 'USDT', network: 'tron', address, amount: '50', client_id: 'short' };
  const { body } = await post('wallet/withdrawals', 'giver', asked);
  const confirmation = await mailedCode(app, 'giver', 'withdrawal');
  await post(`wallet/withdrawals/${body.id}/confirm`, 'giver', { confirmation });
  await transfer('quiet', '30');
  const link = (await mails('giver', 'wallet.withdrawal-link')).at(-1);
  const token = /confirm-withdrawal-request\/(\S+)/.exec(link?.text ?? '')?.[1];
  const refused = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
  expect(refused.body).toMatchObject({ stage: 'rejected', internal: true });
  expect((await notices('giver')).at(-1)).toBe('withdrawal_not_paid');
});

it('lists each of what came within one millisecond once, page by page', async () => {
  await app.person('many');
  const { pool } = app.test.database;
  // As many withdrawals to an address of theirs as one above, a few microseconds apart.
  await pool.query('alter table withdrawals disable trigger user');
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = 'withdrawals' and table_schema = current_schema() and is_generated = 'NEVER'`,
  );
  const columns = rows[0]?.columns;
  await pool.query(
    `insert into withdrawals (${columns}) select ${columns} from (
       select (jsonb_populate_record(withdrawals, jsonb_build_object('id', gen_random_uuid(),
         'client_id', 'many-' || at, 'link_hash', null, 'recipient', $1::text,
         'updated_at', timestamptz '2026-05-01 12:00:00.123Z' + at * interval '100 microseconds'))).*
       from withdrawals, generate_series(0, 8) at where status = 'completed' and recipient is not null
     ) as copies`,
    [userId('many')],
  );
  await pool.query('alter table withdrawals enable trigger user');
  const listed: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await app.call({
      path: `transactions?limit=2${cursor && `&cursor=${cursor}`}`,
      as: 'many',
    });
    listed.push(...body.results.map(({ id }: { id: string }) => id));
    cursor = body.next;
  }
  expect([listed.length, new Set(listed).size]).toEqual([9, 9]);
});
