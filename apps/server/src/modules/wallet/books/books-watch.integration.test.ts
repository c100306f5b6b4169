import { randomUUID } from 'node:crypto';
import { addressFormats, signDevelopment } from '@emporion/chains';
import { SignerUnavailable } from '@emporion/chains/signer-client';
import { BookFinding, BookLine } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { forgetMarkets, readNetworks } from '#modules/markets/index.ts';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { hotPath } from '../addresses/chain-addresses.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { requireNothingForgotten } from '../signer/forgotten-signatures.ts';
import { openColdSide } from '../testing/cold-side.ts';
import { createOperator } from '../testing/staff.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import { checkBooks } from './check-books.ts';
import { checkDue } from './watch-books.ts';

let app: WalletApp;
let operator: Awaited<ReturnType<typeof createOperator>>;
beforeAll(async () => {
  app = await createWalletApp();
  operator = await createOperator(app);
  await app.person('ann');
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '3' });
  await app.mine('bitcoin', 3);
  await turn();
  await turn();
  await app.mine('bitcoin', 3);
  await turn();
});
afterAll(() => app.close());
afterEach(async () => {
  const { pool } = app.test.database;
  await pool.query('delete from coin_stops; delete from book_findings; delete from book_checks');
  forgetMarkets(app.platform);
});

const turn = async () =>
  runPayouts(app.platform, {
    networks: await payoutNetworks(app.platform, ['bitcoin']),
    sign: testSigner(app.platform),
  });
const check = async () => {
  const network = (await readNetworks(app.platform)).networks.get('bitcoin');
  invariant(network, 'there is one');
  await checkBooks(app.platform, network);
};
const lines = async () => {
  const { body } = await operator.get('admin/books');
  return (body.results as BookLine[]).filter(({ currency }) => currency === 'BTC');
};
const findings = async (): Promise<BookFinding[]> =>
  (await operator.get('admin/books/findings')).body.results;

/** Somebody has the key of the hot address, and pays with it behind our back. */
async function steal(amount: bigint): Promise<void> {
  const chain = await app.chain('bitcoin');
  const keys = testKeys('bitcoin');
  const thief = addressFormats.bitcoin.fromPublicKey(keys.publicKey({ branch: 1, index: 900 }));
  const hot = addressFormats.bitcoin.fromPublicKey(keys.publicKey(hotPath));
  const nonce = await chain.nextNonce(hot);
  const { raw } = keys.withSecretKey(hotPath, (secretKey) =>
    signDevelopment(
      { nonce, fee: 1_000n, payments: [{ to: thief, amount }] },
      { network: { code: 'bitcoin', addressFormat: 'bitcoin', memo: undefined }, secretKey },
    ),
  );
  expect(await chain.send(raw)).toEqual({ outcome: 'accepted' });
  await app.mine('bitcoin');
}
/** The operator finds the money and puts it back, fee included. */
async function putBack(amount: bigint): Promise<void> {
  const { address } = await hotAddress();
  await app.pay('nobody', {
    ...{ network: 'bitcoin', coin: 'BTC', amount: `0.0${String(amount).padStart(7, '0')}` },
    to: { address, memo: null },
  });
  await app.mine('bitcoin');
  await sql`delete from deposits where address = ${address}`.execute(app.test.database.kysely);
}
const hotAddress = async () => ({
  address: addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey(hotPath)),
});

let counter = 0;
async function queued(amount: string, to?: string) {
  const { kysely } = app.test.database;
  counter += 1;
  const address =
    to ??
    addressFormats.bitcoin.fromPublicKey(testKeys('bitcoin').publicKey({ branch: 1, index: 700 + counter }));
  const written = await insertWithdrawal(kysely, {
    ...{ userId: userId('ann'), clientId: `w${counter}`, coin: 'BTC', network: 'bitcoin', memo: null },
    ...{ address, amount, fee: '0.0001', value: null, recipient: null, isNewDevice: false },
    ...{ origin: { address: '203.0.113.7', device: 'Firefox' }, now: app.platform.clock.now() },
  });
  invariant(written, 'it is written');
  const held = await book(app.platform, written);
  const confirmed = await changeWithdrawal(kysely, held, { status: 'confirmed' });
  invariant(confirmed, 'it is confirmed');
  await changeWithdrawal(kysely, confirmed, { status: 'queued' });
  return {
    stands: async () => {
      const found = await findWithdrawal(kysely, written.id);
      return `${found?.status} ${found?.waitsFor ?? ''}`.trim();
    },
  };
}

it('shows what lies where, and finds nothing while the books agree', async () => {
  await check();
  await app.mine('bitcoin');
  await check();
  const [line] = await lines();
  expect(BookLine.parse(line)).toMatchObject({
    ...{ network: 'bitcoin', hot: '2.99999', users: '0', cold: '0', custody: '2.99999' },
    ...{ difference: '0', in_flight: '0', stopped: false },
  });
  expect(await findings()).toEqual([]);
});

it('stops a coin when money left behind our back, once it stands at two heights, until an operator lifts it', async () => {
  await steal(50_000n);
  await check();
  expect(await findings()).toEqual([]);
  await app.mine('bitcoin');
  await check();
  const [found] = await findings();
  expect(BookFinding.parse(found)).toMatchObject({ difference: '-0.00051', explanation: null, ended: null });
  expect(await lines()).toMatchObject([{ difference: '-0.00051', stopped: true }]);
  const reasons = app.app.readinessReasons.flatMap((reason) => reason() ?? []);
  expect(reasons).toEqual([expect.stringContaining('Nothing of BTC goes out')]);
  const metrics = await app.platform.metrics.registry.metrics();
  expect(metrics).toContain('wallet_books_difference{network="bitcoin",coin="BTC"} -0.00051');
  expect(metrics).toContain('wallet_coin_stopped{coin="BTC"} 1');

  const withdrawal = await queued('0.1');
  await turn();
  expect(await withdrawal.stands()).toBe('queued coin_stopped');
  const asked = { currency: 'BTC', network: 'bitcoin', amount: '0.1', client_id: 'new' };
  const { address } = await hotAddress();
  const refused = await app.call({
    ...{ method: 'POST', path: 'wallet/withdrawals', as: 'ann', body: { ...asked, address } },
  });
  expect([refused.status, refused.body.code]).toEqual([403, 'withdrawals_disabled']);

  const path = 'admin/books/stops/BTC/lift';
  expect((await app.call({ method: 'POST', path, as: 'ann', body: { reason: 'please' } })).status).toBe(404);
  const bare = await operator.call('POST', path, { confirmation: undefined });
  expect(bare.body.code).toBe('two_factor_required');
  const lifted = await operator.call('POST', path, { reason: 'a test of ours, known to us' });
  expect(lifted).toMatchObject({ status: 200 });
  expect(lifted.body.findings).toMatchObject([
    { explanation: { by: operator.id, reason: 'a test of ours, known to us' } },
  ]);
  expect((await operator.call('POST', path)).body.code).toBe('coin_not_stopped');
  const { rows } = await sql<{ details: object }>`
    select details from security_events where event = 'coin_stop_lifted'
  `.execute(app.test.database.kysely);
  expect(rows).toMatchObject([{ details: { coin: 'BTC' } }]);
  await turn();
  expect(await withdrawal.stands()).toBe('broadcast');

  // The same difference stops nothing again; another one does.
  await app.mine('bitcoin', 3);
  await turn();
  await check();
  await app.mine('bitcoin');
  await check();
  expect(await lines()).toMatchObject([{ difference: '-0.00051', stopped: false }]);
  await steal(1n);
  await check();
  await app.mine('bitcoin');
  await check();
  expect(await lines()).toMatchObject([{ stopped: true }]);
  expect((await findings()).map(({ difference, ended }) => [difference, ended === null])).toEqual([
    ['-0.00052001', true],
    ['-0.00051', false],
  ]);
  await putBack(52_001n);
  await check();
  // They agree again, and the stop is still the operator's to lift.
  expect(await lines()).toMatchObject([{ difference: '0', stopped: true }]);
  expect((await findings()).every(({ ended }) => ended !== null)).toBe(true);
  // Before anything is signed, the payouts notice the thief's transactions themselves.
  await turn();
  const sends = await sql`select from unknown_sends where stopped_at is not null`.execute(
    app.test.database.kysely,
  );
  expect(sends.rows).toHaveLength(2);
});

it('pays nothing out while the signer has signed what the tables do not know, until an operator lifts the stop', async () => {
  const withdrawal = await queued('0.1');
  const signer = testSigner(app.platform);
  let last: string = randomUUID();
  const networks = () => payoutNetworks(app.platform, ['bitcoin']);
  const turnBy = async () =>
    runPayouts(app.platform, {
      networks: await networks(),
      sign: async (request) => {
        await requireNothingForgotten(app.platform, { last }, request.network);
        last = request.id;
        return signer(request);
      },
    });
  await turnBy();
  expect(await withdrawal.stands()).toBe('built');
  // One turn stops the coin, and the next one undoes what was built.
  for (let turns = 0; turns < 2; turns += 1) await turnBy();
  expect(await withdrawal.stands()).toBe('queued coin_stopped');
  await operator.call('POST', 'admin/books/stops/BTC/lift');
  await turnBy();
  expect(await withdrawal.stands()).toBe('broadcast');
  // What it signs from here on is known.
  const next = await queued('0.1');
  await turnBy();
  expect(await next.stands()).toBe('broadcast');
});

it('holds a payout back that was built and the signer not asked for', async () => {
  const withdrawal = await queued('0.1');
  const networks = await payoutNetworks(app.platform);
  const away = () => Promise.reject(new SignerUnavailable('away', { wasAsked: false }));
  await runPayouts(app.platform, { networks, sign: away });
  expect(await withdrawal.stands()).toBe('built');
  await sql`
    with found as (
      insert into book_findings (network, coin, height, decimals, on_chain, custody, open, difference)
      values ('bitcoin', 'BTC', 1, 8, 1, 2, 0, -1) returning id
    )
    insert into coin_stops (coin, finding) select 'BTC', id from found
  `.execute(app.test.database.kysely);
  forgetMarkets(app.platform);
  await turn();
  expect(await withdrawal.stands()).toBe('queued coin_stopped');
  await operator.call('POST', 'admin/books/stops/BTC/lift');
  await turn();
  expect(await withdrawal.stands()).toBe('broadcast');
  await app.mine('bitcoin', 3);
  await turn();
});

it('keeps a withdrawal to the house itself from leaving custody, when it is asked for and when it is built', async () => {
  const { address: hot } = await hotAddress();
  const { address: cold } = await openColdSide(app, 'bitcoin');
  for (const address of [hot, cold]) {
    const body = { currency: 'BTC', network: 'bitcoin', amount: '0.01', client_id: address.slice(0, 20) };
    const asked = await app.call({
      ...{ method: 'POST', path: 'wallet/withdrawals', as: 'ann', body: { ...body, address } },
    });
    expect([asked.status, asked.body.code]).toEqual([422, 'wrong_address']);
  }
  const before = (await app.balance('ann')).BTC?.actual;
  const own = [await queued('0.1', hot), await queued('0.1', cold)];
  const other = await queued('0.2');
  await turn();
  await app.mine('bitcoin', 3);
  await turn();
  expect(await other.stands()).toBe('completed');
  expect([await own[0]?.stands(), await own[1]?.stands()]).toEqual(['rejected', 'rejected']);
  expect(Number((await app.balance('ann')).BTC?.actual)).toBeCloseTo(Number(before) - 0.2001, 8);
  await check();
  expect(await lines()).toMatchObject([{ difference: '0' }]);
});

it('is not stopped by what a stranger sends to the cold address: it is a deposit of nobody', async () => {
  const { address } = await openColdSide(app, 'bitcoin');
  const amount = '0.00000001';
  await app.pay('nobody', { network: 'bitcoin', coin: 'BTC', amount, to: { address, memo: null } });
  await app.mine('bitcoin', 3);
  await check();
  await app.mine('bitcoin');
  await check();
  expect(await lines()).toMatchObject([{ difference: '0', cold: amount, seen: amount, stopped: false }]);
  expect(await findings()).toEqual([]);
  const { rows } = await sql<{ id: string; reason: string }>`
    select id, reason from deposits where address = ${address}
  `.execute(app.test.database.kysely);
  expect(rows).toMatchObject([{ reason: 'no_owner' }]);
  expect((await operator.call('POST', `admin/deposits/${rows[0]?.id}/take`)).status).toBe(200);
  await app.mine('bitcoin');
  await check();
  expect(await lines()).toMatchObject([{ difference: '0', seen: '0' }]);
});

it('finds money whose row went away', async () => {
  const { kysely } = app.test.database;
  const { address } = await hotAddress();
  await app.pay('nobody', { network: 'bitcoin', coin: 'BTC', amount: '0.5', to: { address, memo: null } });
  await app.mine('bitcoin');
  await check();
  expect(await lines()).toMatchObject([{ difference: '0', seen: '0.5' }]);
  await sql`delete from deposits where address = ${address}`.execute(kysely);
  await check();
  await app.mine('bitcoin');
  await check();
  expect(await lines()).toMatchObject([{ difference: '0.5', stopped: true }]);
});

it('looks when something changed, when it differed and a block or a minute came, and every few minutes', async () => {
  const { pool } = app.test.database;
  const checkedAt = async () => {
    const { rows } = await pool.query("select checked_at::text as at from book_checks where coin = 'BTC'");
    return rows[0]?.at;
  };
  await checkDue(app.platform);
  const first = await checkedAt();
  await checkDue(app.platform);
  expect(await checkedAt()).toBe(first);
  await pool.query("update book_checks set checked_at = checked_at - interval '4 minutes'");
  await checkDue(app.platform);
  const second = await checkedAt();
  expect(second).not.toBe(first);
  await pool.query(
    'update deposits set updated_at = clock_timestamp() where id = (select id from deposits limit 1)',
  );
  await checkDue(app.platform);
  const third = await checkedAt();
  expect(third).not.toBe(second);
  // What differs is looked at once more a minute after it was first seen, though the chain stands still.
  const seen = (seconds: number) =>
    pool.query(
      `update book_checks set difference = 1, differs_since = height, differs_at = now() - interval '${seconds} seconds',
         checked_at = now() - interval '${seconds} seconds' where coin = 'BTC'`,
    );
  for (const table of ['deposits', 'payouts'])
    await pool.query(`update ${table} set updated_at = now() - interval '1 hour'`);
  await seen(50);
  const before = await checkedAt();
  await checkDue(app.platform);
  expect(await checkedAt()).toBe(before);
  await seen(61);
  const due = await checkedAt();
  await checkDue(app.platform);
  const looked = await checkedAt();
  expect(looked).not.toBe(due);
  await checkDue(app.platform);
  expect(await checkedAt()).toBe(looked);
});
