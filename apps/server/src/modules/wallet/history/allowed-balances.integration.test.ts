import { houseAccounts, isAllowedBalance } from '@emporion/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const kinds = [
  ...['custody', 'bank', 'acquirer', 'adjustments', 'network-costs', 'reorg-loss', 'chargeback-loss'],
  ...['in-flight', 'capital', 'fees', 'rounding', 'pool', 'custodyx', 'other'],
];

it('the database and the core agree on who may be below zero', async () => {
  const accounts = [
    ...Object.values(houseAccounts),
    ...kinds.flatMap((kind) => [`house:${kind}`, `house:${kind}:name`, `house:${kind}:`]),
    ...['ann', 'custody', 'house', 'house:', 'xhouse:custody', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ];
  const { rows } = await test.database.pool.query<{ account: string; allowed: boolean }>(
    'SELECT account, may_be_negative(account) AS allowed FROM unnest($1::text[]) AS account',
    [accounts],
  );
  const expected = accounts.map((account) => ({ account, allowed: isAllowedBalance(account, -1n) }));
  expect(rows).toEqual(expected);
});

it('a balance below zero is refused by the database, whoever writes it', async () => {
  const insert = (account: string, available: number, orders = 0) =>
    test.database.pool.query(
      `INSERT INTO balances (account, coin, available, orders, withdrawals, codes) VALUES ($1, 'TEA', $2, $3, 0, 0)`,
      [account, available, orders],
    );
  await insert('house:custody:bitcoin', -5);
  await expect(insert('ann', -1)).rejects.toThrow('balances_are_allowed');
  await expect(insert('house:custody:other', 0, -1)).rejects.toThrow('balances_are_allowed');
});
