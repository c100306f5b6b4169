import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
});
afterAll(() => app.close());

const forget = (id: string) =>
  sql`delete from deposits where transaction_id = ${id}`.execute(app.test.database.kysely);
const states = async (name: string) => (await app.deposits(name)).map(({ status }) => status);

it('finds in a range of blocks what was not written down, as often as one likes', async () => {
  const id = await app.pay('lost', { network: 'bitcoin', coin: 'BTC', amount: '0.4' });
  await app.mine('bitcoin');
  await forget(id);
  await app.mine('bitcoin', 5);
  expect(await states('lost')).toEqual([]);
  for (const _ of [1, 2]) expect(await app.watcher.rescan('bitcoin', { from: 0, to: 1_000 })).toBe(1);
  expect(await states('lost')).toEqual(['completed']);
  expect((await app.balance('lost')).BTC?.actual).toBe('0.4');
});

it('looks for one transaction, wherever it is, and finds nothing in one that is not ours', async () => {
  const id = await app.pay('seek', { network: 'tron', coin: 'TRX', amount: '9' });
  expect(await app.watcher.lookFor('tron', id)).toBe(1);
  expect(await states('seek')).toEqual(['pending']);
  await app.mine('tron', 20);
  await forget(id);
  expect(await app.watcher.lookFor('tron', id)).toBe(1);
  expect(await app.watcher.lookFor('tron', id)).toBe(1);
  expect(await states('seek')).toEqual(['completed']);
  // The number of its booking is the one of before: the money came once.
  expect((await app.balance('seek')).TRX?.actual).toBe('9');
  expect(await app.watcher.lookFor('tron', 'f'.repeat(64))).toBe(0);
  const foreign = { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', memo: null };
  const other = await app.pay('-', { network: 'tron', coin: 'TRX', amount: '9', to: foreign });
  expect(await app.watcher.lookFor('tron', other)).toBe(0);
  expect(await app.differences()).toEqual([]);
});

it('catches up with days off, page by page', async () => {
  const chain = await app.chain('polygon');
  for (const amount of ['11', '12', '13']) {
    await app.pay('days', { network: 'polygon', coin: 'POL', amount });
    await chain.mine(170);
  }
  await app.watcher.follow('polygon');
  expect((await app.balance('days')).POL?.actual).toBe('36');
});
