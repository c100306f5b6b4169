import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts';

let test: TestDatabase;
let connection: pg.PoolClient;

beforeAll(async () => {
  test = await createEmptyDatabase();
});
afterAll(() => test.drop());

beforeEach(async () => {
  const { pool } = test.database;
  connection = await pool.connect();
  return () => connection.release(true);
});

async function prepared(): Promise<string[]> {
  const { rows } = await connection.query<{ statement: string }>(
    'select statement from pg_prepared_statements order by prepare_time',
  );
  return rows.map(({ statement }) => statement);
}

async function ask(text: string, values: unknown[], times: number): Promise<unknown[]> {
  const answers = [];
  for (let time = 0; time < times; time += 1) answers.push(...(await connection.query(text, values)).rows);
  return answers;
}

describe('a statement', () => {
  it('is prepared when its connection gets it again, and answers as before', async () => {
    await ask('select $1::int as n', [7], 1);
    expect(await prepared()).toEqual([]);
    expect(await ask('select $1::int as n', [8], 9)).toEqual(Array(9).fill({ n: 8 }));
    expect(await prepared()).toEqual(['select $1::int as n']);
  });

  it('is planned with its values when it lists', async () => {
    await ask('select n from generate_series(1, $1::int) n order by n', [2], 5);
    await ask('select n from generate_series(1, 9) n LIMIT $1', [2], 5);
    expect(await prepared()).toEqual([]);
  });

  it('without values may be several', async () => {
    for (const _ of [1, 2, 3]) await connection.query('select 1; select 2');
    expect(await prepared()).toEqual([]);
  });

  it('that fails is understood again once it can be', async () => {
    for (const _ of [1, 2, 3])
      await expect(ask('select id from late where id = $1', [1], 1)).rejects.toThrow('does not exist');
    await connection.query('create table late (id int)');
    await connection.query('insert into late values (1)');
    expect(await ask('select id from late where id = $1', [1], 2)).toEqual([{ id: 1 }, { id: 1 }]);
  });

  it('is not prepared for a value that is written as JSON, so that one that cannot be spoils it for nobody', async () => {
    const text = 'select $1::jsonb as value';
    for (const _ of [1, 2, 3]) await connection.query(text, ['{"a":1}']);
    await expect(connection.query(text, [{ a: 1n }])).rejects.toThrow('BigInt');
    expect(await ask(text, ['{"a":1}'], 2)).toEqual(Array(2).fill({ value: { a: 1 } }));
    expect(await ask(text, [{ a: 1 }], 2)).toEqual(Array(2).fill({ value: { a: 1 } }));
    expect(await prepared()).toEqual([text]);
  });

  it('is not kept beyond a bound for one connection', async () => {
    const texts = Array.from({ length: 300 }, (_, n) => `select $1::int + ${n} as n`);
    for (const text of texts) await ask(text, [1], 2);
    expect(await prepared()).toHaveLength(250);
    expect(await ask('select $1::int + 299 as n', [1], 1)).toEqual([{ n: 300 }]);
  });

  it('follows a table that changes', async () => {
    await connection.query('create table changing (id int primary key, text text)');
    await connection.query("insert into changing select n, 'old' from generate_series(1, 1000) n");
    const text = 'select text from changing where id = $1';
    expect(await ask(text, [5], 8)).toEqual(Array(8).fill({ text: 'old' }));
    await connection.query('alter table changing add column more int default 1');
    await connection.query("update changing set text = 'new'");
    expect(await ask(text, [5], 2)).toEqual([{ text: 'new' }, { text: 'new' }]);
  });
});
