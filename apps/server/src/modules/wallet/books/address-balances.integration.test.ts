import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadNetworks, marketsModule, type Network } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { rememberBalances } from './address-balances.ts';

let test: TestDatabase;
let network: Network;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.kysely
    .transaction()
    .execute(async (transaction) => marketsModule.seedDemo?.({} as Platform, transaction));
  const found = (await loadNetworks(test.database.kysely)).networks.get('ethereum');
  if (!found) throw new Error('the demo has it');
  network = { ...found, family: 'evm' };
});
afterAll(() => test.drop());

const addresses = Array.from({ length: 30 }, (_, at) => `0x${String(at).padStart(40, '0')}`);

it('asks a node for what moved and for a share of the rest, and sums up what it remembers', async () => {
  const { kysely } = test.database;
  const there = new Map(addresses.map((address, at) => [address, BigInt(at)]));
  let asked: string[] = [];
  const chain = {
    stateOf: async () => ({ state: 'unknown' }) as const,
    balance: async (some: readonly string[]) => {
      asked.push(...some);
      return some.reduce((sum, address) => sum + (there.get(address) ?? 0n), 0n);
    },
  };
  const { balance } = rememberBalances(kysely, { network, chain, max: 5 });
  const look = async (contract: string | undefined = undefined) => {
    asked = [];
    return balance(addresses, { contract, height: 10 });
  };
  expect(await look()).toBe(435n);
  expect(asked).toHaveLength(30);
  expect(await look()).toBe(435n);
  expect(asked).toHaveLength(5);
  // One that a deposit came to is asked for out of turn.
  const [moved = ''] = addresses.slice(-1);
  const { rows } = await sql<{ address: string }>`
    select address from address_balances order by asked_at, address desc limit 12
  `.execute(kysely);
  expect(rows.map(({ address }) => address)).toContain(moved);
  await sql`
    insert into deposits (network, transaction_id, output_index, address, chain_amount, status)
    values ('ethereum', 'paid', 0, ${moved}, 7, 'confirming')
  `.execute(kysely);
  there.set(moved, 36n);
  expect(await look()).toBe(442n);
  expect(asked).toContain(moved);
  expect(asked.length).toBeLessThanOrEqual(6);
  // What left behind our back is seen when its turn comes: after as many looks as there are shares.
  there.set(addresses[3] ?? '', 0n);
  await sql`update deposits set updated_at = now() - interval '1 day'`.execute(kysely);
  const sums = [await look(), await look(), await look(), await look(), await look(), await look()];
  expect(sums.at(-1)).toBe(439n);
  // Another coin has balances of its own.
  there.clear();
  expect(await look('0xtoken')).toBe(0n);
  // Few are asked for at once, each time.
  asked = [];
  await rememberBalances(kysely, { network, chain }).balance(addresses, { contract: undefined, height: 10 });
  expect(asked).toHaveLength(30);
});
