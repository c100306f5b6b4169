import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { insertRows, type TableWriter } from './insert-rows.ts';

interface Row {
  readonly id: number;
  readonly text: string | null;
}

const columns: TableWriter<Row>['columns'] = [
  ['id', 'bigint', ({ id }) => id],
  ['text', 'text', ({ text }) => text],
];
const awkward: readonly Row[] = [
  'plain',
  '',
  'a\tb\nc\rd\\e',
  '\\N',
  '\\.',
  '"quoted", {braced}',
  'ψῆφος 🪙',
  'NULL',
  null,
].map((text, id) => ({ id, text }));

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it.each([
  ['adds', {}],
  ['overwrites', { key: ['id'] }],
])('%s rows with whatever a text may hold, exactly', async (table, key) => {
  const client = await test.database.pool.connect();
  try {
    await client.query(`CREATE TABLE ${table} (id bigint PRIMARY KEY, text text)`);
    await insertRows(client, { table, columns, ...key }, awkward);
    const { rows } = await client.query(`SELECT id::integer, text FROM ${table} ORDER BY id`);
    expect(rows).toEqual(awkward);
  } finally {
    client.release();
  }
});

it('refuses all of the rows for one that cannot be added, and the connection goes on', async () => {
  const client = await test.database.pool.connect();
  try {
    await client.query('CREATE TABLE strict (id bigint PRIMARY KEY, text text)');
    const twice = [...awkward, { id: 0, text: 'again' }];
    await expect(insertRows(client, { table: 'strict', columns }, twice)).rejects.toThrow(/duplicate key/);
    const { rows } = await client.query('SELECT count(*)::integer AS count FROM strict');
    expect(rows).toEqual([{ count: 0 }]);
  } finally {
    client.release();
  }
});
