import { addressFormats } from '@emporion/chains';
import { exportFormats } from '@emporion/contracts/rest';
import { readServerMessage } from '@emporion/contracts/sockets';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { userId } from '#testing/trading-app.ts';
import { listWalletRecords } from '../history/wallet-records.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import { createOperator } from '../testing/staff.ts';
import type { WalletApp } from '../testing/wallet-app.ts';
import { matchTransfers } from '../watch/match-transfers.ts';
import { recordMined } from './record.ts';

const network = 'polygon';
const name = 'odd';
const most = 2n ** 256n - 1n;
const logs = 10_000;

/** A mulberry32 of a fixed seed, so that a failure comes again. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const oddTexts = ['\u0000', '\ud800', '\u202e321', '😀'.repeat(60), '=1+1', '<b>&', '\u0007\n\t', '0'];

/** What only a hostile chain would say, in every list that could show it. */
export function oddBlocks(bed: () => WalletApp): void {
  it('answers every list and file after a block of odd deposits, and shows tokens that are not listed to those who look for them', async () => {
    const app = bed();
    const random = randomOf(35);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)] as Value;
    const { address } = await app.addressOf(name, network);
    await app.person(name);
    const operator = await createOperator(app);
    const listed = await app.test.database.pool.query<{ contract: string | null }>(
      'select contract from coin_blockchains where blockchain = $1',
      [network],
    );
    const strangers = Array.from(
      { length: 9 },
      (_, index) => addressFormats.evm.normalize(`0x${(index + 2).toString(16).repeat(40)}`) ?? '',
    );
    const amounts = [0n, 1n, 999_999n, 10n ** 18n, 10n ** 24n, 10n ** 42n, 10n ** 60n, most - 1n, most];
    // Of what is listed only what is never credited, for this chain does not have it.
    const huge = [10n ** 60n, most];
    const { rows: blocks } = await sql<{ height: number; hash: string }>`
      select height, hash from chain_blocks where network = ${network} order by height limit 1
    `.execute(app.test.database.kysely);
    const [block = { height: 0, hash: '' }] = blocks;
    const transfers = Array.from({ length: logs }, (_, index) => {
      const isListed = index % 100 === 50;
      const contract = isListed ? (pick(listed.rows).contract ?? undefined) : pick(strangers);
      return {
        transactionId: `odd${String(index).padStart(5, '0')}`,
        index: Math.floor(random() * 2 ** 31),
        to: address,
        memo: random() < 0.3 ? pick(oddTexts) : undefined,
        contract: index === 0 ? strangers[0] : contract,
        amount: index === 0 ? most : pick(isListed ? huge : amounts),
      };
    });
    const { coins } = await readNetworks(app.platform);
    const { kysely } = app.test.database;
    const account = (await listPinnedKeys(kysely)).find((key) => key.network === network)?.account ?? 0;
    const table = { mayHave: () => true };
    const matching = { network, account, table, coldAddress: null, hasChange: false };
    const seen = await matchTransfers(kysely, matching, transfers);
    expect(seen).toHaveLength(transfers.filter(({ amount }) => amount > 0n).length);
    try {
      await kysely
        .transaction()
        .execute((transaction) => recordMined(transaction, block, { network, coins, seen }));
      // The clock of this server stands still, and files end at its time.
      await app.change("update deposits set seen_at = '2026-01-01' where transaction_id like 'odd%'");
      await app.mine(network, 20);
      await askEveryList(app, operator);
    } finally {
      await app.test.database.pool.query("delete from deposits where transaction_id like 'odd%'");
    }
  });
}

type Operator = Awaited<ReturnType<typeof createOperator>>;

async function askEveryList(app: WalletApp, operator: Operator): Promise<void> {
  const get = async (path: string) => {
    const { status, body } = await app.call({ path, as: name });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const contract = addressFormats.evm.normalize(`0x${'2'.repeat(40)}`) ?? '';
  const unlisted = { currency: 'UNLISTED', contract, amount: String(most) };
  for (const path of [
    'transactions?limit=200',
    'transactions?type=deposit&limit=200',
    'wallet/movements?limit=100',
  ]) {
    const { results } = await get(path);
    expect(results.length).toBeGreaterThan(50);
    expect(results.filter(({ currency }: { currency: string }) => currency === 'UNLISTED')).toEqual([]);
  }
  for (const path of ['transactions', 'wallet/movements']) {
    const { results } = await get(`${path}?currency=UNLISTED&limit=100`);
    expect(results).toHaveLength(100);
    for (const row of results) expect(row.currency).toBe('UNLISTED');
  }
  // By its whole hash: that is how its owner looks for it.
  const { results: found } = await get('wallet/movements?type=deposit&text=ODD00000');
  expect(found).toMatchObject([{ ...unlisted, hash: 'odd00000', reason: 'unknown_token' }]);
  expect(await get(`wallet/movements/${found[0].id}`)).toMatchObject(unlisted);
  for (const path of ['wallet-history', 'wallet/overview', 'balance']) await get(path);
  const { status } = await app.call({ method: 'POST', path: 'getwallets', as: name, body: {} });
  expect(status).toBe(200);

  const { rows: notices } = await sql`
    select from user_notifications where user_id = ${userId(name)} and template = 'deposit_held_unknown_token'
  `.execute(app.test.database.kysely);
  expect(notices).toEqual([]);
  await askFiles(app);
  await askSockets(app);
  await askStaff(operator);
}

async function askFiles(app: WalletApp): Promise<void> {
  for (const format of exportFormats)
    for (const filter of ['', '&currency=UNLISTED&text=odd0000']) {
      const path = `exports/movements?format=${format}${filter}`;
      const answer = await app.app.inject({
        url: `/api/v1/${path}`,
        headers: { authorization: `Bearer ${name}`, 'accept-language': 'en' },
      });
      expect([path, answer.statusCode]).toEqual([path, 200]);
      if (format !== 'csv') continue;
      const isThere = filter !== '';
      expect([filter, answer.body.includes(`,${most},`), answer.body.includes('UNLISTED')]).toEqual([
        filter,
        isThere,
        isThere,
      ]);
    }
}

async function askSockets(app: WalletApp): Promise<void> {
  for (const coin of [undefined, 'UNLISTED']) {
    const asked = {
      account: userId(name),
      coin,
      kinds: ['deposit'] as const,
      page: 1,
      pageSize: 20,
      pagesMax: 9,
    };
    const { results, pages } = await listWalletRecords(app.platform, asked);
    expect(results).toHaveLength(20);
    for (const record of results) expect(record.coin === 'UNLISTED').toBe(coin !== undefined);
    const message = { kind: 'wallet_history', sequence: 0, page: 1, total_pages: pages, results };
    expect(readServerMessage(JSON.parse(JSON.stringify(message)))).toMatchObject({ kind: 'wallet_history' });
  }
}

async function askStaff(operator: Operator): Promise<void> {
  const get = async (path: string) => {
    const { status, body } = await operator.get(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const { results } = await get('admin/deposits?limit=200');
  expect(results.filter(({ currency }: { currency: string | null }) => currency === null)).toEqual([]);
  for (const path of [
    'admin/deposits?limit=200&reason=unknown_token',
    'admin/deposits?limit=200&currency=UNLISTED',
  ]) {
    const { results: unknown } = await get(path);
    expect(unknown).toHaveLength(200);
    for (const row of unknown) expect([row.currency, row.amount]).toEqual([null, null]);
  }
  const { results: found } = await get('admin/deposits?text=odd00000');
  expect(found).toMatchObject([{ chain_amount: String(most), amount: null }]);
  for (const { id } of [...results.slice(0, 20), ...found]) await get(`admin/deposits/${id}`);
  const timeline = await get(`admin/users/${userId(name)}/timeline?limit=100`);
  expect(timeline.results.length).toBeGreaterThan(50);
}
