import { Approval } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { marketOperationsModule } from '#modules/market-operations/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { verifyJournal } from '#runtime/index.ts';
import { extent } from '#testing/extent.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { auditPart } from '../audit/verify-audit.ts';
import { executeDue } from './due.ts';
import { executeApproval } from './execute.ts';
import { approvalsModule } from './index.ts';
import { propose as proposeTo } from './propose.ts';

let exchange: StaffedExchange;
let otto: Member;
let tess: Member;
let admin: Member;
let trader: Member;
const jobs: { name: string; payload: object }[] = [];
const events: { kind: string; topic?: string; reference?: string; actor?: string; cause?: string }[] = [];

const query = async <Row = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  (await exchange.test.database.pool.query(statement, values)).rows as Row[];

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [exportsModule, auditModule, staffModule, walletModule, approvalsModule, marketOperationsModule],
    jobs: { add: async (name, payload) => void jobs.push({ name, payload }), stop: async () => undefined },
  });
  exchange.runtime.onCommitted((batch) => void events.push(...(batch.events as never[])));
  [otto, admin, trader] = [
    await exchange.member('operator'),
    await exchange.member('admin'),
    await exchange.member('trader'),
  ];
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
const adjust = (amount: string, by = otto, to = trader.id) =>
  propose('balance-adjustment', { user: to, currency: 'BTC', amount }, by);

async function decide(
  id: string,
  by: Member,
  how: 'approve' | 'reject' | 'withdraw' = 'approve',
  more: object = {},
) {
  const confirmation = 'confirmation' in more ? more.confirmation : await by.freshCode();
  const body = { reason: 'looked into it', ...more, confirmation };
  return by.call({ method: 'POST', path: `admin/approvals/${id}/${how}`, body });
}
const balance = (id = trader.id) => exchange.runtime.read(({ ledger }) => ledger.available(id, 'BTC'));

describe('a proposal', () => {
  it('is carried out when another person approves it, and the journal names both', async () => {
    const before = await balance();
    const { body } = await adjust('1.5');
    expect(Approval.parse(body)).toMatchObject({
      ...{ state: 'open', objection: 'own_proposal', votes_needed: 1, proposer: { username: 'otto' } },
    });
    expect(await balance()).toBe(before);
    const done = await decide(body.id, tess);
    expect(done.body).toMatchObject({
      state: 'executed',
      votes: [{ approves: true, voter: { username: 'tess' } }],
    });
    expect((await balance()) - before).toBe(150_000_000n);
    const actor = `proposer:${otto.id} approver:${tess.id}`;
    const reference = `approval:${body.id}`;
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'DigestAnchored',
        topic: 'approval',
        digest: body.payload_hash,
        actor,
        reference,
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'MoneyMoved', cause: 'adjustment', actor, reference }),
    );
    expect(jobs).toContainEqual({ name: 'approvals.execute', payload: { id: body.id } });
    const { body: log } = await admin.call({ path: `admin/audit?approval=${body.id}` });
    expect(log.results.map(({ action }: { action: string }) => action)).toEqual([
      'balance_adjusted',
      'proposal_approved',
      'proposal_made',
    ]);
    expect(log.results[0]).toMatchObject({ after: { amount: '1.5', approvers: [tess.id] } });
  });

  it('is never approved by whoever made it, also not as administrator, and who tries is in the log', async () => {
    const { body } = await adjust('1', admin);
    const before = await balance();
    expect((await decide(body.id, admin)).body.code).toBe('own_proposal');
    expect((await decide(body.id, admin, 'reject')).body.code).toBe('own_proposal');
    const refused = await query(
      "select 1 from security_events where event = 'approval_vote_refused' and actor_id = $1",
      [admin.id],
    );
    expect(refused).toHaveLength(2);
    expect(await balance()).toBe(before);
    expect((await decide(body.id, admin, 'withdraw')).body.state).toBe('withdrawn');
    expect((await decide(body.id, tess)).body.code).toBe('approval_closed');
  });

  it('is not made twice while the same one waits, also not by another person', async () => {
    const { body } = await adjust('7');
    expect((await adjust('7', admin)).body.code).toBe('proposal_exists');
    const { current, subject, voters } = (await tess.call({ path: `admin/approvals/${body.id}` })).body;
    expect([current, subject]).toEqual([{ available: expect.any(String) }, expect.any(String)]);
    expect(voters).toEqual(['treasury', 'administrator']);
    await decide(body.id, tess, 'reject');
    const again = await adjust('7');
    expect(again.status).toBe(200);
    await decide(again.body.id, tess, 'reject');
  });

  it('is neither made nor voted on by whom it concerns', async () => {
    expect((await adjust('1', otto, otto.id)).body.code).toBe('own_account');
    const { body } = await adjust('1', admin, tess.id);
    expect((await decide(body.id, tess)).body.code).toBe('own_account');
    expect((await decide(body.id, admin, 'withdraw')).status).toBe(200);
  });

  it('is not approved without a fresh code, nor with one that was used', async () => {
    const { body } = await adjust('1');
    const confirmation = await tess.freshCode();
    expect((await decide(body.id, tess, 'approve', { confirmation: undefined })).body.code).toBe(
      'two_factor_required',
    );
    expect(
      (await decide(body.id, tess, 'approve', { confirmation: { ...confirmation, code: '000000' } })).status,
    ).toBe(401);
    expect((await decide(body.id, tess, 'reject')).body.state).toBe('rejected');
    expect((await decide(body.id, admin)).body.code).toBe('approval_closed');
  });

  it('is not approved by a second account of the same person: one browser, one phone or one mailbox', async () => {
    const { body } = await adjust('1');
    const same = async (change: string, undo: string) => {
      await query(change, [tess.id, otto.id]);
      const seen = (await tess.call({ path: `admin/approvals/${body.id}` })).body.objection;
      const { code } = (await decide(body.id, tess)).body;
      await query(undo, [tess.id, otto.id]);
      return [seen, code];
    };
    const refused = ['same_person', 'same_person'];
    expect(
      await same(
        'update user_sessions set browser_id = (select browser_id from user_sessions where user_id = $2 limit 1) where user_id = $1',
        'update user_sessions set browser_id = gen_random_uuid() where user_id = $1 and $2::uuid is not null',
      ),
    ).toEqual(refused);
    expect(
      await same(
        "update users set phone = '+15550100', phone_verified_at = now() where id in ($1, $2)",
        'update users set phone = null, phone_verified_at = null where id in ($1, $2)',
      ),
    ).toEqual(refused);
    await query("update users set email = 'operator+two@emporion.test' where id = $1", [tess.id]);
    expect((await tess.call({ path: `admin/approvals/${body.id}` })).body.objection).toBe('same_person');
    await query("update users set email = 'tess@emporion.test' where id = $1", [tess.id]);
    expect((await decide(body.id, tess)).body.state).toBe('executed');
  });

  it('that needs two votes is not approved by one person twice', async () => {
    const before = await balance();
    const { body } = await adjust('1');
    const client = await exchange.test.database.pool.connect();
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    await client.query('update approvals set votes_needed = 2 where id = $1', [body.id]);
    await client.query('commit');
    client.release();
    expect((await decide(body.id, tess)).body.state).toBe('open');
    expect((await decide(body.id, tess)).body.code).toBe('already_voted');
    expect(await balance()).toBe(before);
    expect((await decide(body.id, admin)).body.state).toBe('executed');
    expect((await balance()) - before).toBe(100_000_000n);
  });

  it('is not approved by whose role does not allow it', async () => {
    const { body } = await propose('role-grant', { user: trader.id, role: 'auditor' }, admin);
    expect((await decide(body.id, tess)).body.code).toBe('approval_not_found');
    expect((await tess.call({ path: `admin/approvals/${body.id}` })).body.objection).toBe(
      'approval_not_found',
    );
    await decide(body.id, admin, 'withdraw');
  });

  it('expires, and cannot be changed by anybody', async () => {
    const { body } = await adjust('1');
    await expect(query(`update approvals set payload = '{}' where id = $1`, [body.id])).rejects.toThrow(
      'does not change',
    );
    await expect(query(`update approvals set expires_at = now() where id = $1`, [body.id])).rejects.toThrow(
      'does not change',
    );
    await expect(query('delete from approvals')).rejects.toThrow('does not change');
    const client = await exchange.test.database.pool.connect();
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    await client.query(
      "update approvals set proposed_at = proposed_at - interval '5 days', expires_at = expires_at - interval '5 days' where id = $1",
      [body.id],
    );
    await client.query('commit');
    client.release();
    expect((await decide(body.id, tess)).body.code).toBe('approval_expired');
    expect((await admin.call({ path: 'admin/approvals?state=expired' })).body.results).toMatchObject([
      { id: body.id, state: 'expired', objection: 'approval_closed' },
    ]);
  });

  it('that the exchange refuses ends as failed, and says why', async () => {
    const { body } = await adjust('-1000000');
    expect((await decide(body.id, tess)).body).toMatchObject({
      state: 'failed',
      failure: 'insufficient_funds',
    });
  });

  it.each([
    ['balance-adjustment', { currency: 'BTC', amount: '0' }, 'amount_too_small'],
    ['balance-adjustment', { currency: 'BTC', amount: '0.000000001' }, 'amount_too_many_decimals'],
    ['balance-adjustment', { currency: 'NOCOIN', amount: '1' }, 'coin_invalid'],
    ['balance-adjustment', { currency: 'BTC', amount: '1e3' }, 'unprocessable_entity'],
    ['market-reopening', { pair: 'BTC-USDT', user: undefined }, 'market_not_halted'],
    ['market-reopening', { pair: 'BTC-NONE', user: undefined }, 'invalid_trading_pair'],
  ])('%s of %j is refused with %s', async (path, payload, code) => {
    expect((await propose(path, { user: trader.id, ...payload })).body.code).toBe(code);
  });

  it('is listed page by page, with its age', async () => {
    const all = (await admin.call({ path: 'admin/approvals?limit=200' })).body.results as Approval[];
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await admin.call({
        path: `admin/approvals?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      });
      paged.push(...body.results.map(({ id }: Approval) => id));
      cursor = body.next;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect((await admin.call({ path: 'admin/approvals?cursor=x' })).status).toBe(422);
  });
});

describe('what is approved', () => {
  it('is carried out once by many votes at once', async () => {
    const voters = await Promise.all(
      Array.from({ length: 8 }, (_, each) => exchange.enrol(`voter${each}`, ['treasury'])),
    );
    const before = await balance();
    const { body } = await adjust('0.25');
    const codes = await Promise.all(voters.map((voter) => voter.freshCode()));
    const answers = await Promise.all(
      Array.from({ length: extent({ usual: 40, all: 200 }) }, (_, each) => {
        const voter = voters[each % voters.length];
        invariant(voter !== undefined, 'there are voters');
        return decide(body.id, voter, 'approve', { confirmation: codes[each % voters.length] });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => executeApproval(exchange.platform, body.id)));
    expect((await balance()) - before).toBe(25_000_000n);
    const log = await admin.call({ path: `admin/audit?approval=${body.id}&action=balance_adjusted` });
    expect(log.body.results).toHaveLength(1);
  });

  const crashes: readonly (readonly [string, (platform: Platform) => Platform])[] = [
    ...(['AnchorDigest', 'AdjustBalance'] as const).flatMap((kind) =>
      (['before', 'after'] as const).map(
        (when) => [`${when} ${kind}`, (platform: Platform) => dying(platform, kind, when)] as const,
      ),
    ),
    [
      'before it is closed',
      (platform) => ({ ...platform, database: { ...platform.database, kysely: closing(platform) } }),
    ],
  ];

  it.each(crashes)('is carried out once when the server dies %s', async (_step, crash) => {
    const before = await balance();
    const { body } = await adjust('0.5');
    // The vote stands and nobody has acted on it: the job is what is left.
    const running = exchange.platform.runtime.execute;
    await query("update approvals set state = 'approved' where id = $1", [body.id]);
    await expect(executeApproval(crash(exchange.platform), body.id)).rejects.toThrow('killed');
    expect(exchange.platform.runtime.execute).toBe(running);
    expect((await query('select state from approvals where id = $1', [body.id]))[0]).toEqual({
      state: 'approved',
    });
    await executeApproval(exchange.platform, body.id);
    await executeApproval(exchange.platform, body.id);
    expect((await balance()) - before).toBe(50_000_000n);
    expect((await query('select state from approvals where id = $1', [body.id]))[0]).toEqual({
      state: 'executed',
    });
  });

  it('leaves the audit log whole', async () => {
    const { findings } = await verifyJournal(exchange.test.database.pool, [auditPart()]);
    expect(findings.find(({ name }) => name === 'Audit log')?.problems).toEqual([]);
  });
});

/** A server that is killed before or after a command of a kind. */
function dying(platform: Platform, kind: CommandRequest['kind'], when: 'before' | 'after'): Platform {
  const execute: Platform['runtime']['execute'] = async (command) => {
    if (command.kind === kind && when === 'before') throw new Error('killed');
    const result = await platform.runtime.execute(command);
    if (command.kind === kind) throw new Error('killed');
    return result;
  };
  return { ...platform, runtime: Object.assign(Object.create(platform.runtime), { execute }) };
}

/** A database whose second transaction, after the booking, never commits. */
function closing({ database: { kysely } }: Platform): Platform['database']['kysely'] {
  let transactions = 0;
  return new Proxy(kysely, {
    get: (target, name) => {
      if (name !== 'transaction') {
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      transactions += 1;
      if (transactions < 2) return () => target.transaction();
      return () => ({
        execute: (work: (transaction: never) => Promise<unknown>) =>
          target.transaction().execute(async (transaction) => {
            await work(transaction as never);
            throw new Error('killed');
          }),
      });
    },
  });
}

describe('the kinds of proposals', () => {
  it('give a role, whose holder logs in anew', async () => {
    await exchange.enrol('newcomer', []);
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      "select id from users where username = 'newcomer'",
    );
    const second = await exchange.enrol('boss', ['administrator']);
    const { body } = await propose('role-grant', { user: id, role: 'auditor' }, admin);
    expect((await decide(body.id, second)).body.state).toBe('executed');
    expect(await query('select roles from users where id = $1', [id])).toEqual([{ roles: ['auditor'] }]);
    expect((await propose('role-grant', { user: id, role: 'auditor' }, admin)).body.code).toBe(
      'role_already_held',
    );
    const newcomer = await exchange.member('newcomer');
    expect((await newcomer.call({ path: 'admin/me' })).body.roles).toEqual(['auditor']);
  });

  it('take the second factors off an account, end its sessions and freeze its payouts', async () => {
    const support = await exchange.member('support');
    expect((await propose('factor-reset', { user: trader.id }, support)).body.code).toBe('factor_not_held');
    await query(
      "insert into totp_factors (user_id, sealed_secret, confirmed_at) values ($1, '\\x00', now())",
      [trader.id],
    );
    const { body } = await propose('factor-reset', { user: trader.id }, support);
    expect((await decide(body.id, support)).body.code).toBe('approval_not_found');
    expect((await decide(body.id, tess)).body.state).toBe('executed');
    expect((await trader.call({ path: 'settings' })).status).toBe(401);
    const [row] = await query('select payouts_frozen_until is not null as frozen from users where id = $1', [
      trader.id,
    ]);
    expect(row).toEqual({ frozen: true });
    const mails = await query(
      "select subject from messages where recipient = 'trader@emporion.test' and template = 'identity.notice'",
    );
    expect(mails).toMatchObject([{ subject: expect.stringContaining('Support reset') }]);
  });

  it('open a market that one person has halted', async () => {
    const stateOf = () => exchange.runtime.read(({ markets }) => markets.get('BTC-USDT')?.state);
    const halt = { reason: 'a wrong price', confirmation: await otto.freshCode() };
    const halted = await otto.call({ method: 'POST', path: 'admin/markets/BTC-USDT/halt', body: halt });
    expect([halted.body, await stateOf()]).toEqual([{ pair: 'BTC-USDT', state: 'halted' }, 'halted']);
    const { body } = await propose('market-reopening', { pair: 'BTC-USDT' });
    expect((await decide(body.id, otto)).body.code).toBe('own_proposal');
    expect([(await decide(body.id, tess)).body.state, await stateOf()]).toEqual(['executed', 'open']);
  });
});

describe('where one person runs the exchange', () => {
  it('is carried out after its delay, and not before, unless it is taken back', async () => {
    const { platform } = exchange;
    const alone = { ...platform, config: { ...platform.config, soleOperator: true } };
    const before = await balance();
    const make = async (amount: string): Promise<Approval> => {
      const payload = { user: trader.id, currency: 'BTC', amount };
      const [session] = await query<{ id: string }>(
        'select id from user_sessions where user_id = $1 and ended_at is null limit 1',
        [admin.id],
      );
      const admission = { sessionId: session?.id ?? '', capability: 'adjustments.propose' } as const;
      const origin = { address: '127.0.0.1', place: null, device: 'Firefox on Linux', admission };
      const words = {
        by: admin.id,
        reason: 'nobody else is here',
        confirmation: await admin.freshCode(),
        origin,
      };
      const id = await proposeTo(alone, { kind: 'balance_adjustment', payload, ...words });
      return (await admin.call({ path: `admin/approvals/${id}` })).body;
    };
    const [kept, taken] = [await make('2'), await make('3')];
    expect(kept).toMatchObject({ state: 'open', votes_needed: 0, due: expect.any(String) });
    expect(jobs).toContainEqual({ name: 'approvals.due', payload: { id: kept.id } });
    await executeDue(exchange.platform, kept.id);
    expect(await balance()).toBe(before);
    await decide(taken.id, admin, 'withdraw');
    const later = { ...exchange.platform, clock: { now: () => new Date(Date.parse(kept.due ?? '') + 1000) } };
    await executeDue(later, taken.id);
    await executeDue(later, kept.id);
    await executeDue(later, kept.id);
    expect((await balance()) - before).toBe(200_000_000n);
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'MoneyMoved',
        cause: 'adjustment',
        actor: `proposer:${admin.id} sole-operator`,
      }),
    );
  });
});
