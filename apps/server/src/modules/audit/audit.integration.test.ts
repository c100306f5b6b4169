import { AuditEntry } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportsModule } from '#modules/exports/index.ts';
import { feesModule } from '#modules/fees/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { verifyJournal } from '#runtime/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { anchorAudit } from './anchor.ts';
import { auditModule, eraseFromAudit, recordStaffAction } from './index.ts';
import { auditPart } from './verify-audit.ts';

let exchange: StaffedExchange;
let admin: Member;
let trader: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({ modules: [exportsModule, auditModule, staffModule, feesModule] });
  admin = await exchange.member('admin');
  trader = await exchange.member('trader');
});
afterAll(() => exchange.close());

const query = (statement: string, values: unknown[] = []) =>
  exchange.test.database.pool.query(statement, values);
const give = async (tier: string) =>
  admin.call({
    method: 'PUT',
    path: `admin/users/${trader.id}/fee-tier`,
    body: { tier, reason: 'a contract', confirmation: await admin.freshCode() },
  });
const list = async (by: Member, filter = '') =>
  (await by.call({ path: `admin/audit${filter}` })).body as { results: AuditEntry[]; next: string | null };
const act = (action: string, more: object = {}) =>
  exchange.test.database.kysely.transaction().execute((transaction) =>
    recordStaffAction(transaction, exchange.platform, {
      ...{ action, actorId: admin.id, origin: null, reason: 'a test', ...more },
    }),
  );
async function problems(): Promise<readonly string[]> {
  const { findings } = await verifyJournal(exchange.test.database.pool, [auditPart()]);
  return findings.find(({ name }) => name === 'Audit log')?.problems ?? ['it was not checked'];
}

describe('the audit log', () => {
  it('has what staff did: what was before and after, who, and from where', async () => {
    expect((await give('3')).status).toBe(200);
    const { results } = await list(admin);
    expect(AuditEntry.parse(results[0])).toMatchObject({
      ...{ number: 1, action: 'fee_tier_given', user: trader.id, actor: { id: admin.id, username: 'ada' } },
      ...{ before: { tier: '1' }, after: { tier: '3' }, address: '127.0.0.1', device: 'Firefox on Linux' },
    });
  });

  it('shows who people are only to whoever may see it', async () => {
    await act('user_renamed', {
      ...{ subjectId: trader.id, origin: { address: '203.0.113.9', place: 'PT', device: 'Safari on macOS' } },
      personal: { before: { email: 'old@example.test' }, after: { email: 'new@example.test' } },
    });
    const shown = await list(admin, '?limit=1');
    expect(shown.results).toMatchObject([{ address: '203.0.113.9', after: { email: 'new@example.test' } }]);
    await query("update users set roles = '{auditor}' where email = 'support@emporion.test'");
    const auditor = await exchange.member('support');
    expect((await list(auditor, '?limit=1')).results).toMatchObject([
      { address: null, device: null, place: null, before: {}, after: {}, reason: 'a test', erased: false },
    ]);
  });

  it('is read by filters and page by page, newest first', async () => {
    for (const action of ['first_done', 'second_done', 'third_done']) await act(action);
    const all = (await list(admin)).results.map(({ number }) => number);
    const paged: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(admin, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.results.map(({ number }) => number));
      cursor = page.next;
    }
    expect(paged).toEqual(all);
    expect((await list(admin, '?action=second_done')).results).toHaveLength(1);
    expect((await list(admin, `?user=${trader.id}`)).results.map(({ action }) => action)).toEqual([
      'user_renamed',
      'fee_tier_given',
    ]);
    expect((await list(admin, `?actor=${trader.id}`)).results).toEqual([]);
    expect((await list(admin, '?from=2100-01-01T00:00:00.000Z')).results).toEqual([]);
    expect((await admin.call({ path: 'admin/audit?cursor=1-2' })).status).toBe(422);
  });

  it('is taken away as CSV, without formulas, and says so itself', async () => {
    await act('noted', { reason: '=1+1' });
    const path = 'admin/audit/export';
    const unproved = await admin.call({ method: 'POST', path, body: { reason: 'the yearly audit' } });
    expect(unproved.body.code).toBe('two_factor_required');
    const proved = { reason: 'the yearly audit', confirmation: await admin.freshCode() };
    const { body, status } = await admin.call({ method: 'POST', path, body: proved });
    expect(status).toBe(200);
    const lines = String(body).split('\r\n');
    expect(lines[0]).toContain('number,time (UTC),action,actor,actor_name');
    expect(lines[1]).toContain('audit_exported');
    expect(body).toContain('"\'=1+1"');
    expect((await list(admin, '?limit=1')).results).toMatchObject([
      { action: 'audit_exported', reason: 'the yearly audit' },
    ]);
  });

  it('keeps its order when many write at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, each) => act('written_at_once', { object: `try:${each}` })),
    );
    expect(await problems()).toEqual([]);
  });

  it('stays whole when a person is erased from it', async () => {
    const { kysely } = exchange.test.database;
    const by = { actorId: admin.id, origin: null, reason: 'asked to be forgotten' };
    const erased = await kysely
      .transaction()
      .execute((transaction) =>
        eraseFromAudit(transaction, exchange.platform, { personId: trader.id, ...by }),
      );
    expect(erased).toBe(2);
    const { results } = await list(admin, `?user=${trader.id}`);
    expect(results.map(({ action, erased: gone }) => [action, gone])).toEqual([
      ['audit_person_erased', false],
      ['user_renamed', true],
      ['fee_tier_given', true],
    ]);
    expect(results[1]).toMatchObject({ reason: null, address: null, after: {} });
    expect(await problems()).toEqual([]);
  });

  it('can be changed by nobody through the database as the server knows it', async () => {
    for (const statement of [
      'update audit_log set action = $$x$$ where number = 1',
      'delete from audit_log',
      'truncate audit_log cascade',
      'delete from audit_personal',
      "update audit_personal set content = '{}' where number = 3",
    ])
      await expect(query(statement)).rejects.toThrow('only grows');
  });
});

/** Somebody with all rights over the database goes around what guards it. */
async function tamper(...statements: readonly string[]): Promise<readonly string[]> {
  const client = await exchange.test.database.pool.connect();
  const found: string[] = [];
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    for (const statement of statements) await client.query(statement);
    const part = auditPart();
    for (const event of anchored) part.onBatch?.(event as never);
    found.push(...(await part.run({ database: client } as never)).problems);
  } finally {
    await client.query('rollback');
    client.release();
  }
  return found;
}
const anchored: object[] = [];

describe('verify finds', () => {
  beforeAll(async () => {
    exchange.runtime.onCommitted((batch) => void anchored.push(batch));
    await anchorAudit(exchange.platform);
    await act('after_the_anchor');
    await anchorAudit(exchange.platform);
    await anchorAudit(exchange.platform);
  });

  it('nothing where nothing was done, and each tip once in the journal', async () => {
    expect(await tamper()).toEqual([]);
    expect(await problems()).toEqual([]);
    const anchors = anchored.flatMap((batch) => (batch as { events: { kind: string }[] }).events);
    expect(anchors.filter(({ kind }) => kind === 'DigestAnchored')).toHaveLength(2);
  });

  it.each([
    ['a changed value', `update audit_log set after = '{"tier":"4"}' where number = 1`],
    [
      'another actor',
      `update audit_log set actor_id = (select id from users where email like 'trader%') where number = 4`,
    ],
    [
      'another moment',
      `update audit_log set happened_at = happened_at + interval '1 microsecond' where number = 4`,
    ],
    ['another reason', `update audit_personal set content = '{"reason":"all fine"}' where number = 4`],
    [
      'personal values erased of somebody who was not',
      `update audit_personal set content = null, salt = null, erased_at = now() where number = 4`,
    ],
    ['personal values taken away', 'delete from audit_personal where number = 4'],
    ['a row taken out', 'delete from audit_log where number = 4'],
    ['the newest row taken out', 'delete from audit_log where number = (select max(number) from audit_log)'],
    [
      'a row put in',
      `insert into audit_log select number + 1, happened_at, action, actor_id, subject_id, object, approval_id, before, after, personal_hash, hash, hash
      from audit_log order by number desc limit 1`,
    ],
  ])('%s', async (_what, statement) => {
    expect(await tamper(statement)).not.toEqual([]);
  });

  it('the end cut off together with the tip, by the journal', async () => {
    const found = await tamper(
      'delete from audit_log where number > 5',
      'update audit_tip set number = 5, hash = (select hash from audit_log where number = 5)',
    );
    expect(found).toContainEqual(expect.stringContaining('The journal has the hash of a row that is gone'));
  });
});
