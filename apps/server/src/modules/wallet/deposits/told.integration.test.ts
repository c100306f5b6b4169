import { Transaction, walletHistoryEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { feedsModule } from '#modules/feeds/index.ts';
import { notificationsModule } from '#modules/notifications/index.ts';
import { lockKeys, takeLease } from '#platform/database/lease.ts';
import { realtimeModule } from '#realtime/index.ts';
import { connectClient } from '#realtime/testing/client.ts';
import { userId } from '#testing/trading-app.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp({ modules: [realtimeModule, feedsModule, notificationsModule] });
});
afterAll(() => app.close());

async function addUser(name: string, { language = 'en', notifications = {} } = {}): Promise<string> {
  const email = `${name}@example.test`;
  await sql`
    insert into users (
      id, email, username, password_hash, first_name, last_name, country, birthday, language, notifications,
      referral_code, terms_accepted_at, privacy_accepted_at
    ) values (
      ${userId(name)}, ${email}, ${name}, 'none', 'Thea', 'Test', 'PT', '1990-05-17', ${language},
      ${JSON.stringify(notifications)}::jsonb, ${name.toUpperCase().padEnd(8, 'A')}, now(), now()
    )
  `.execute(app.test.database.kysely);
  return email;
}

const mailsTo = async (recipient: string) =>
  (
    await sql<{ subject: string; text: string }>`
      select subject, text from messages where recipient = ${recipient}
    `.execute(app.test.database.kysely)
  ).rows;
const noticesOf = async (name: string) =>
  (
    await sql<{ template: string }>`
      select template from user_notifications where user_id = ${userId(name)} order by id
    `.execute(app.test.database.kysely)
  ).rows.map(({ template }) => template);

it('tells of a credited deposit in the product and by mail, in the reader’s language, unless they chose otherwise', async () => {
  const italian = await addUser('rita', { language: 'it' });
  const silent = await addUser('quiet', { notifications: { 'deposit.mail': 'off' } });
  for (const name of ['rita', 'quiet'])
    await app.pay(name, { network: 'bitcoin', coin: 'BTC', amount: '0.25' });
  await app.mine('bitcoin', 5);
  await app.mine('bitcoin', 5);
  expect(await noticesOf('rita')).toEqual(['deposit_credited']);
  const [mail, ...more] = await mailsTo(italian);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Deposito di 0,25 BTC accreditato');
  expect(mail?.text).toContain('/account/wallet');
  expect(await noticesOf('quiet')).toEqual(['deposit_credited']);
  expect(await mailsTo(silent)).toEqual([]);
});

it('tells of what was credited where the chain counts more finely than the ledger', async () => {
  const email = await addUser('fine');
  await app.pay('fine', {
    ...{ network: 'bnb-smart-chain', coin: 'USDT', amount: '1.234567890123456789' },
  });
  await app.mine('bnb-smart-chain', 20);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('1.234567 USDT'),
  ]);
});

it('holds what comes to an account that is switched off, and credits it when it is active again', async () => {
  const email = await addUser('frozen');
  const pay = () => app.pay('frozen', { network: 'bitcoin', coin: 'BTC', amount: '0.5' });
  const change = (what: string) =>
    app.test.database.pool.query(`update users set ${what} where id = '${userId('frozen')}'`);
  await change("status = 'suspended'");
  await pay();
  await app.mine('bitcoin', 5);
  expect((await app.deposits('frozen')).map(({ reason }) => reason)).toEqual(['account_switched_off']);
  expect(await mailsTo(email)).toEqual([]);
  await change("status = 'active', frozen_at = now()");
  await app.mine('bitcoin');
  expect((await app.deposits('frozen')).map(({ status }) => status)).toEqual(['held']);
  await change('frozen_at = null');
  await app.mine('bitcoin');
  expect((await app.deposits('frozen')).map(({ status }) => status)).toEqual(['completed']);
  expect(await noticesOf('frozen')).toEqual(['deposit_held_account_switched_off', 'deposit_credited']);
});

it('tells of tiny amounts once a day, and never by mail', async () => {
  const email = await addUser('dusty');
  for (let count = 0; count < 5; count += 1)
    await app.pay('dusty', { network: 'bitcoin', coin: 'BTC', amount: '0.00000001' });
  await app.mine('bitcoin', 5);
  expect((await app.deposits('dusty')).map(({ status }) => status)).toEqual(Array(5).fill('held'));
  expect(await noticesOf('dusty')).toEqual(['deposit_held_below_minimum']);
  expect(await mailsTo(email)).toEqual([]);
});

it('shows a deposit from pending on, confirmation by confirmation, over HTTP and on the socket', async () => {
  // Nobody else makes blocks here while it is held.
  const lease = await takeLease(app.test.database.pool, lockKeys.walletWatch);
  const origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const client = await connectClient(`${origin.replace('http', 'ws')}/wsapi/v1/trading`);
  client.send({ token: 'live' });
  await client.next();
  client.send({ command: 'add_wallet_history_topups', params: { page: 1 } });
  const until = async (wanted: object) => {
    for (;;) {
      const message = (await client.next()) as { kind: string; results?: unknown[] };
      if (message.kind !== 'wallet_history_topups' || message.results?.length !== 1) continue;
      try {
        expect(message.results[0]).toMatchObject(wanted);
        return;
      } catch (error) {
        if (JSON.stringify(message.results).includes('completed')) throw error;
      }
    }
  };
  const hash = await app.pay('live', { network: 'polygon', coin: 'POL', amount: '50' });
  await app.watcher.follow('polygon');
  await until({ kind: 'deposit', coin: 'POL', amount: '50', status: 'pending', hash, confirmations: 0 });
  await app.mine('polygon');
  await until({ status: 'confirming', confirmations: 1 });
  const page = async (query = '') => {
    const { body } = await app.call({
      path: `transactions?limit=10&offset=0&wallet=True${query}`,
      as: 'live',
    });
    return walletHistoryEndpoints.transactions.response.parse(body);
  };
  const [first] = (await page()).results;
  expect(Transaction.parse(first)).toMatchObject({
    type: 'deposit',
    currency: 'POL',
    network: 'polygon',
    hash,
  });
  expect((await page('&status=completed')).results).toEqual([]);
  await app.mine('polygon', 20);
  await until({ status: 'completed' });
  expect((await page('&status=completed&type=deposit&currency=POL')).results).toMatchObject([
    { status: 'completed', confirmations: 15, confirmations_required: 15, block_height: expect.any(Number) },
  ]);
  const { body: movements } = await app.call({ path: 'wallet-history?limit=5', as: 'live' });
  expect(movements.results).toMatchObject([
    { type: 'deposit', currency: 'POL', amount: '50', balance: '50' },
  ]);
  client.socket.terminate();
  lease?.release();
});
