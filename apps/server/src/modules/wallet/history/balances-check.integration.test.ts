import { houseAccounts, isAllowedBalance, poolAccount } from '@emporion/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const insert = (account: string, [available, orders = 0, withdrawals = 0, codes = 0]: readonly number[]) =>
  test.database.pool.query('INSERT INTO balances VALUES ($1, $2, $3, $4, $5, $6)', [
    ...[account, 'TEA', available, orders, withdrawals, codes],
  ]);

const mayBeNegative = async (account: string) => {
  const { rows } = await test.database.pool.query('SELECT may_be_negative($1) AS allowed', [account]);
  return rows[0].allowed as boolean;
};

it.each([...Object.values(houseAccounts), poolAccount('affiliate'), 'ann', 'house', 'house:', 'custody'])(
  'lets %s below zero exactly where the core does',
  async (account) => {
    expect(await mayBeNegative(account)).toBe(isAllowedBalance(account, -1n));
  },
);

it.each([
  ...['house:custody:ethereum', 'house:network-costs:tron', 'house:reorg-loss:bitcoin'].map((name) => [
    name,
    true,
  ]),
  ...['house:chargeback-loss:cards', 'house:bank:first', 'house:acquirer:one'].map((name) => [name, true]),
  ...['house:capital:first', 'house:fees:ethereum', 'house:in-flight:tron', 'house:pool:affiliate'].map(
    (name) => [name, false],
  ),
  ...['house:custody:', 'house:custodyx', 'house:bank', 'a house:custody:b', 'house:adjustments:x'].map(
    (name) => [name, false],
  ),
] as const)('decides by the kind of a house account: %s %s', async (account, allowed) => {
  expect(await mayBeNegative(account as string)).toBe(allowed);
});

it('refuses a balance that the core would refuse, and keeps the others', async () => {
  await insert('ann', [0]);
  await insert(houseAccounts.custody, [-5]);
  await insert('house:custody:tron', [-5]);
  for (const [account, balance] of [
    ['bob', [-1]],
    [houseAccounts.fees, [-1]],
    ['bob', [5, -1]],
    ['bob', [5, 0, -1]],
    ['bob', [5, 0, 0, -1]],
    ['house:custody:bitcoin', [-5, -1]],
  ] as const)
    await expect(insert(account, balance)).rejects.toThrow('balances_are_allowed');
  const { rows } = await test.database.pool.query('SELECT count(*)::int AS count FROM balances');
  expect(rows).toEqual([{ count: 3 }]);
});
