import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { purgeBodies, trimOutbox } from './purge-messages.ts';

let test: TestDatabase;
const now = new Date('2030-01-02T12:00:00Z');

async function put(
  name: string,
  { age, status = 'queued' }: { age: string; status?: string },
): Promise<void> {
  await test.database.pool.query(
    `insert into messages (channel, recipient, language, template, subject, text, html, status, created_at, delivered_at)
     values ('mail', $1, 'en', 'reset', 'Subject', 'secret link', '<p>secret link</p>', $2, $3::timestamptz - $4::interval,
       case when $2 = 'delivered' then now() end)`,
    [`${name}@example.test`, status, now, age],
  );
}

async function rows() {
  const { rows: found } = await test.database.pool.query(
    'select recipient, subject, text, html, status, body_purged_at from messages order by sequence',
  );
  return found;
}

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(() => test.database.pool.query('truncate messages'));
afterAll(() => test.drop());

describe('purgeBodies', () => {
  it('blanks bodies after a day and keeps the rows', async () => {
    await put('old', { age: '25 hours', status: 'delivered' });
    await put('new', { age: '23 hours', status: 'delivered' });
    await purgeBodies(test.database.kysely, now);
    expect(await rows()).toEqual([
      {
        recipient: 'old@example.test',
        subject: 'Subject',
        text: '',
        html: '',
        status: 'delivered',
        body_purged_at: now,
      },
      {
        recipient: 'new@example.test',
        subject: 'Subject',
        text: 'secret link',
        html: '<p>secret link</p>',
        status: 'delivered',
        body_purged_at: null,
      },
    ]);
  });

  it('gives up a message that still waits after a day', async () => {
    await put('waiting', { age: '25 hours' });
    await purgeBodies(test.database.kysely, now);
    expect(await rows()).toMatchObject([{ status: 'failed', text: '' }]);
  });
});

describe('trimOutbox', () => {
  it('keeps the newest messages whole and drops the others', async () => {
    for (const name of ['first', 'second', 'third']) await put(name, { age: '30 days' });
    await trimOutbox(test.database.kysely, 2);
    expect(await rows()).toMatchObject([
      { recipient: 'second@example.test', text: 'secret link' },
      { recipient: 'third@example.test', text: 'secret link' },
    ]);
  });

  it('drops nothing while there is room', async () => {
    await put('only', { age: '30 days' });
    await trimOutbox(test.database.kysely, 2);
    expect(await rows()).toHaveLength(1);
  });
});
