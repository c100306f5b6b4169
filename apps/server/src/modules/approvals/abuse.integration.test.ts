import type { Approval } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { bankModule } from '#modules/bank/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { verifyJournal } from '#runtime/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { executeApproval } from './execute.ts';
import { approvalsModule } from './index.ts';
import { approvalsPart } from './verify-approvals.ts';

let exchange: StaffedExchange;
let otto: Member;
let tess: Member;
let admin: Member;
let trader: Member;

const query = async <Row = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  (await exchange.test.database.pool.query(statement, values)).rows as Row[];

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [auditModule, staffModule, walletModule, bankModule, approvalsModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  otto = await exchange.member('operator');
  admin = await exchange.member('admin');
  trader = await exchange.member('trader');
  tess = await exchange.enrol('tess', ['treasury', 'market_operator', 'compliance']);
});
afterAll(() => exchange.close());

async function propose(
  path: string,
  body: object,
  by = otto,
): Promise<{ status: number; body: Approval & { code?: string } }> {
  const words = { reason: 'a deposit was lost', confirmation: await by.freshCode() };
  return by.call({ method: 'POST', path: `admin/approvals/${path}`, body: { ...words, ...body } });
}
let adjustments = 0;
/** About as much as asked for: the same is not proposed twice. */
const adjust = (amount: string, to = trader.id) => {
  adjustments += 1;
  const exact = (Number(amount) + adjustments / 1e8).toFixed(8);
  return propose('balance-adjustment', { user: to, currency: 'BTC', amount: exact });
};

async function approve(id: string, by: Member) {
  const body = { reason: 'looked into it', confirmation: await by.freshCode() };
  return by.call({ method: 'POST', path: `admin/approvals/${id}/approve`, body });
}

describe('whoever loses their role while their call is under way', () => {
  /** What is called while a change of the caller's row is not committed yet, which is then committed. */
  async function during(
    change: string,
    member: Member,
    call: () => Promise<{ status: number; body: { code?: string } }>,
  ) {
    const client = await exchange.test.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update users set staff_version = staff_version where id = $1', [member.id]);
      await client.query(change, [member.id]);
      const answer = call();
      await expect
        .poll(async () => (await query('select from pg_locks where not granted')).length)
        .toBeGreaterThan(0);
      await client.query('commit');
      return await answer;
    } finally {
      client.release();
    }
  }

  it.each([
    [
      'their roles go',
      "update users set roles = '{}' where id = $1",
      "update users set roles = '{treasury}' where id = $1",
    ],
    [
      'the role that votes goes',
      "update users set roles = '{support}' where id = $1",
      "update users set roles = '{treasury}' where id = $1",
    ],
    [
      'they are suspended',
      "update users set status = 'suspended' where id = $1",
      "update users set status = 'active' where id = $1",
    ],
    [
      'their session ends',
      "update user_sessions set ended_at = now(), ended_by = 'operator' where user_id = $1",
      'update user_sessions set ended_at = null, ended_by = null where user_id = $1',
    ],
  ])('votes no more when %s', async (_what, change, undo) => {
    const [known] = await query<{ id: string }>("select id from users where username = 'vera'");
    const vera = known ? await exchange.member('vera') : await exchange.enrol('vera', ['treasury']);
    const { body } = await adjust('0.1');
    const confirmation = await vera.freshCode();
    const answer = await during(change, vera, () =>
      vera.call({
        method: 'POST',
        path: `admin/approvals/${body.id}/approve`,
        body: { reason: 'looked into it', confirmation },
      }),
    );
    await query(undo, [vera.id]);
    expect(answer).toMatchObject({ status: 404 });
    expect(await query('select state from approvals where id = $1', [body.id])).toEqual([{ state: 'open' }]);
    expect(await query('select from approval_votes where approval_id = $1', [body.id])).toEqual([]);
  });
});

/** As whoever owns the database can: past the triggers. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  const client = await exchange.test.database.pool.connect();
  await client.query('begin');
  await client.query("set local session_replication_role = 'replica'");
  await client.query(statement, values);
  await client.query('commit');
  client.release();
}
const balance = (id = trader.id) => exchange.runtime.read(({ ledger }) => ledger.available(id, 'BTC'));
const stateOf = async (id: string) =>
  (
    await query<{ state: string; failure: string | null }>(
      'select state, failure from approvals where id = $1',
      [id],
    )
  )[0];

describe('an account with a role', () => {
  it('loses its factors by administrators alone', async () => {
    const support = await exchange.member('support');
    const boss = await exchange.enrol('boss', ['administrator']);
    const victim = await exchange.enrol('victim', ['administrator']);
    await query(
      "insert into totp_factors (user_id, sealed_secret, confirmed_at) values ($1, '\\x00', now())",
      [victim.id],
    );
    expect((await propose('factor-reset', { user: victim.id }, support)).body.code).toBe('account_not_found');
    const { body } = await propose('factor-reset', { user: victim.id }, admin);
    expect((await tess.call({ path: `admin/approvals/${body.id}` })).body.objection).toBe(
      'approval_not_found',
    );
    expect((await approve(body.id, tess)).body.code).toBe('approval_not_found');
    expect((await approve(body.id, boss)).body.state).toBe('executed');
  });

  it('that it was given after the vote is asked about again when a proposal is carried out', async () => {
    const riser = await exchange.enrol('riser', []);
    const { body } = await adjust('1', riser.id);
    await query("update approvals set state = 'approved' where id = $1", [body.id]);
    await query("update users set roles = '{support}' where id = $1", [riser.id]);
    await executeApproval(exchange.platform, body.id);
    expect(await stateOf(body.id)).toEqual({ state: 'failed', failure: 'account_not_found' });
    expect(await balance(riser.id)).toBe(0n);
  });
});

describe('a proposal that somebody changed in the database', () => {
  const inflate = (id: string) =>
    tamper(`update approvals set payload = replace(payload::text, '0.001', '777')::json where id = $1`, [id]);

  it('is neither voted on nor carried out', async () => {
    const before = await balance();
    const [voted, approved] = [(await adjust('0.001')).body, (await adjust('0.001')).body];
    await inflate(voted.id);
    expect((await approve(voted.id, tess)).status).toBe(500);
    expect(await stateOf(voted.id)).toMatchObject({ state: 'open' });
    await query("update approvals set state = 'approved' where id = $1", [approved.id]);
    await inflate(approved.id);
    await expect(executeApproval(exchange.platform, approved.id)).rejects.toThrow('not what was proposed');
    expect(await balance()).toBe(before);
  });

  it('is found by the verification, and so are a vote, an end or a row of the log that do not fit', async () => {
    const { body } = await adjust('0.001');
    await approve(body.id, tess);
    const [tip] = await query('select number = anchored_number as anchored from audit_tip');
    expect(tip).toEqual({ anchored: true });
    const found = async (statement: string) => {
      const client = await exchange.test.database.pool.connect();
      try {
        await client.query('begin');
        await client.query("set local session_replication_role = 'replica'");
        await client.query(statement);
        const same = {
          release: () => undefined,
          query: (text: string, values?: unknown[]) =>
            !text.startsWith('BEGIN') && client.query(text, values),
        };
        const { findings } = await verifyJournal({ connect: async () => same } as never, [approvalsPart()]);
        const problems = findings.find(({ name }) => name === 'Approvals')?.problems ?? [];
        return problems.filter((problem) => problem.includes(body.id));
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect(await found('select 1')).toEqual([]);
    for (const [statement, sentence] of [
      [`update approvals set payload = '{"user": "x"}' where id = '${body.id}'`, 'other payload'],
      [`update approval_votes set voter_id = '${trader.id}' where approval_id = '${body.id}'`, 'journal'],
      [`update approvals set state = 'open', closed_at = null where id = '${body.id}'`, 'journal'],
      [
        `delete from approval_votes where approval_id = '${body.id}'; delete from approvals where id = '${body.id}'`,
        'gone',
      ],
      [
        `delete from audit_log where approval_id = '${body.id}' and action = 'proposal_approved'`,
        'audit log',
      ],
    ] as const)
      expect(await found(statement)).toEqual(expect.arrayContaining([expect.stringContaining(sentence)]));
  });
});

describe('of an account that is closed', () => {
  const close = (id: string) =>
    query("update users set status = 'closed', closed_at = now() where id = $1", [id]);
  async function arrived(to: string): Promise<string> {
    const [row] = await query<{ id: string }>(
      `insert into bank_arrivals (id, bank, bank_transaction, currency, amount, sender, user_id, stage, recorded_by, recorded_at, reason)
       values (gen_random_uuid(), 'demo', 'B-' || $1::text, 'EUR', 20000, 'Somebody', $1::uuid, 'waiting', $2, now(), 'on the statement') returning id`,
      [to, otto.id],
    );
    return row?.id ?? '';
  }

  it('neither an adjustment nor a bank transfer is credited, whoever approved it before', async () => {
    const leaver = await exchange.enrol('leaver', []);
    const adjustment = (await adjust('3', leaver.id)).body;
    const credit = (await propose('bank-credit', { arrival: await arrived(leaver.id) })).body;
    await close(leaver.id);
    for (const { id } of [adjustment, credit]) {
      expect((await approve(id, tess)).body).toMatchObject({ state: 'failed', failure: 'account_not_found' });
    }
    expect(await balance(leaver.id)).toBe(0n);
  });

  it('is neither closed nor erased while money waits for it', async () => {
    const owed = await exchange.enrol('owed', []);
    const erase = async () => (await propose('user-erasure', { user: owed.id }, tess)).body.code;
    const proposal = (await adjust('3', owed.id)).body;
    expect(await erase()).toBe('account_not_empty');
    const objection = () =>
      exchange.app.accountHooks.objectionToClosing(exchange.test.database.kysely, owed.id);
    expect(await objection()).toBe('account_not_empty');
    await query("update approvals set state = 'withdrawn', closed_at = now() where id = $1", [proposal.id]);
    expect(await objection()).toBe(undefined);
    await arrived(owed.id);
    expect([await erase(), await objection()]).toEqual(['account_not_empty', 'account_not_empty']);
  });
});

describe('a proposal', () => {
  it('is shown to those who may propose or decide it, and to whoever reads the log', async () => {
    const { body: asked } = await adjust('0.001');
    const marta = await exchange.enrol('marta', ['market_operator']);
    const ilse = await exchange.enrol('ilse', ['auditor']);
    const sees = async (member: Member) => {
      const listed = await member.call({ path: 'admin/approvals?limit=200' });
      const read = await member.call({ path: `admin/approvals/${asked.id}` });
      return [listed.body.results.some(({ id }: Approval) => id === asked.id), read.status];
    };
    expect(await sees(marta)).toEqual([false, 404]);
    expect(await sees(ilse)).toEqual([true, 200]);
    expect(await sees(tess)).toEqual([true, 200]);
  });

  it('ends with the right of whoever proposed it', async () => {
    const rita = await exchange.enrol('rita', ['treasury']);
    const body = { user: trader.id, currency: 'BTC', amount: '0.002' };
    const { body: asked } = await propose('balance-adjustment', body, rita);
    await query("update users set roles = '{}' where id = $1", [rita.id]);
    expect((await approve(asked.id, tess)).body.code).toBe('approval_closed');
  });
});
