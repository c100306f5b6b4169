import { type Approval, apiBase } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { findPayoutRest, walletModule } from '#modules/wallet/index.ts';
import { verifyJournal } from '#runtime/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { executeApproval } from '../approvals/execute.ts';
import { approvalsModule } from '../approvals/index.ts';
import { approvalsPart } from '../approvals/verify-approvals.ts';
import { auditPart } from '../audit/verify-audit.ts';
import { recoveryModule, startRecovery } from './index.ts';

// The advised set-up: two administrators.
let exchange: StaffedExchange;
let anna: Member;
let ben: Member;
let now = new Date();
let made = 0;
const jobs: { name: string; payload: object }[] = [];
const dayMs = 86_400_000;

const query = async <Row = Record<string, string>>(statement: string, values: unknown[] = []) =>
  (await exchange.test.database.pool.query(statement, values)).rows as Row[];

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [exportsModule, auditModule, staffModule, walletModule, approvalsModule, recoveryModule],
    jobs: { add: async (name, payload) => void jobs.push({ name, payload }), stop: async () => undefined },
    clock: { now: () => now },
  });
  await query("update users set roles = '{}'");
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await query("update users set roles = '{}'");
  made += 1;
  anna = await exchange.enrol(`anna${made}`, ['administrator']);
  ben = await exchange.enrol(`ben${made}`, ['administrator']);
});

const nameOf = async ({ id }: Member) =>
  (await query('select username, email from users where id = $1', [id]))[0] as {
    username: string;
    email: string;
  };

async function post(path: string, payload: object) {
  const answer = await exchange.app.inject({ method: 'POST', url: `${apiBase}${path}/`, payload });
  return { status: answer.statusCode, body: answer.json() };
}

async function recover(member: Member) {
  const started = await startRecovery(exchange.platform, (await nameOf(member)).username);
  expect(started.link).toMatch(/\/admin\/recover#[A-Za-z0-9_-]{43}$/);
  return { ...started, token: started.link.split('#')[1] ?? '' };
}

const password = 'Harbour-Lamp-42';
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });

/** Goes through the page of the link. Answers the key of the new app. */
async function useLink(token: string, more: object = {}): Promise<string> {
  const begun = await post('setup/recovery', { token, password, method: 'totp', ...more });
  expect(begun.status).toBe(200);
  const proof = { method: 'totp', code: codeOf(begun.body.secret) };
  expect(await post('setup/recovery/finish', { token, proof })).toMatchObject({
    ...{ status: 200, body: { backup_codes: expect.any(Array) } },
  });
  return begun.body.secret;
}

async function propose(by: Member, path: string, body: object): Promise<Approval> {
  const words = { reason: 'a test of recovery', confirmation: await by.freshCode() };
  const answer = await by.call({
    method: 'POST',
    path: `admin/approvals/${path}`,
    body: { ...words, ...body },
  });
  invariant(answer.status === 200, JSON.stringify(answer.body));
  return answer.body;
}
const adjust = (by: Member, amount: string) =>
  propose(by, 'balance-adjustment', {
    ...{ user: traderId, currency: 'BTC', amount, category: 'goodwill' },
  });
let traderId: string;
beforeAll(async () => {
  const [trader] = await query("select id from users where email = 'trader@emporion.test'");
  traderId = trader?.id ?? '';
});
const stateOf = async ({ id }: Approval) =>
  (await query('select state from approvals where id = $1', [id]))[0]?.state;

describe('one of two administrators who lost the authenticator', () => {
  it('cannot be helped by the other one alone, and gets back in with the link', async () => {
    await query("insert into totp_factors (user_id, sealed_secret, confirmed_at) values ($1, '', now())", [
      anna.id,
    ]);
    const stuck = await propose(ben, 'factor-reset', { user: anna.id });
    const { body: seen } = await ben.call({ path: `admin/approvals/${stuck.id}` });
    expect(seen).toMatchObject({ votes_needed: 1, objection: 'own_proposal' });

    const { token, sessions } = await recover(anna);
    expect(sessions).toBe(1);
    expect((await anna.call({ path: 'admin/me' })).status).toBe(401);
    const { username, email } = await nameOf(anna);
    expect((await post('setup/recovery/check', { token })).body).toEqual({ username });
    const secret = await useLink(token);
    now = new Date(now.getTime() + 60_000);
    const { body: step } = await post('auth/login', { email, password });
    const signedIn = await post('check2falogin', {
      ...{ ticket: step.ticket, method: 'totp', code: codeOf(secret) },
    });
    expect(signedIn.body).toMatchObject({ status: 'signed_in', set_up_factor: false });
  });

  it('logs in with nothing from before, also after a reset by mail, until the link is used', async () => {
    const { email } = await nameOf(anna);
    const { token } = await recover(anna);
    expect((await post('auth/login', { email, password: 'Emporion-1' })).body.code).toBe(
      'invalid_credentials',
    );
    // As if the reset by mail had come through: the mailbox may be in other hands.
    await query(
      'update users set password_hash = (select password_hash from users where id = $2) where id = $1',
      [anna.id, ben.id],
    );
    const { body: step } = await post('auth/login', { email, password: 'Emporion-1' });
    await post('auth/login/send-code', { ticket: step.ticket, method: 'email' });
    const [mail] = await query(
      'select text from messages where recipient = $1 order by sequence desc limit 1',
      [email],
    );
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    expect(await post('check2falogin', { ticket: step.ticket, method: 'email', code })).toMatchObject({
      ...{ status: 403, body: { code: 'account_disabled' } },
    });
    await useLink(token);
    expect((await post('auth/login', { email, password: 'Emporion-1' })).body.code).toBe(
      'invalid_credentials',
    );
  });
});

describe('the link', () => {
  it('moves the account to another mailbox, but to none that is taken', async () => {
    const { token } = await recover(anna);
    const taken = await post('setup/recovery', {
      ...{ token, password, method: 'totp', email: (await nameOf(ben)).email },
    });
    expect(taken.body).toMatchObject({ code: 'email_already_registered' });
    await useLink(token, { email: `moved${made}@emporion.test` });
    expect((await nameOf(anna)).email).toBe(`moved${made}@emporion.test`);
  });

  it('works once, for a day, and only until a newer one is printed', async () => {
    const [old, newer] = [await recover(anna), await recover(anna)];
    const check = async (token: string) => (await post('setup/recovery/check', { token })).body.code;
    expect([await check(old.token), await check(newer.token)]).toEqual(['invalid_token', undefined]);
    await useLink(newer.token);
    expect(await check(newer.token)).toBe('invalid_token');
    const late = await recover(anna);
    now = new Date(now.getTime() + dayMs);
    expect(await check(late.token)).toBe('invalid_token');
    const begin = await post('setup/recovery', { token: late.token, password, method: 'totp' });
    expect(begin.body.code).toBe('invalid_token');
  });

  it('of two who use it at once serves one', async () => {
    const { token } = await recover(anna);
    const { body } = await post('setup/recovery', { token, password, method: 'totp' });
    const proof = { method: 'totp', code: codeOf(body.secret) };
    const answers = await Promise.all([1, 2].map(() => post('setup/recovery/finish', { token, proof })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('ends when the role is removed or the account is banned meanwhile', async () => {
    const { token } = await recover(anna);
    await query("update users set roles = '{}' where id = $1", [anna.id]);
    expect((await post('setup/recovery/check', { token })).body.code).toBe('invalid_token');
    await query("update users set roles = '{support}', status = 'banned' where id = $1", [anna.id]);
    expect((await post('setup/recovery/check', { token })).body.code).toBe('invalid_token');
  });

  it('is printed for active staff alone', async () => {
    const trader = (await query('select username from users where id = $1', [traderId]))[0]?.username ?? '';
    for (const name of [trader, 'nobody-of-that-name', 'nobody@emporion.test'])
      await expect(startRecovery(exchange.platform, name)).rejects.toThrow(/has no role|There is no account/);
    await query("update users set status = 'suspended' where id = $1", [anna.id]);
    await expect(recover(anna)).rejects.toThrow('is suspended');
    expect(await query('select from recovery_links where user_id = any ($1)', [[traderId, anna.id]])).toEqual(
      [],
    );
  });
});

describe('a recovery', () => {
  it('makes proposals and votes of the account void, but not what is being carried out', async () => {
    const [own, voted, begun, other] = [
      await adjust(anna, '1'),
      await adjust(ben, '2'),
      await adjust(ben, '3'),
      await adjust(ben, '4'),
    ];
    for (const { id } of [voted, begun]) {
      await query(
        "insert into approval_votes (approval_id, voter_id, approves, reason, factor, voted_at) values ($1, $2, true, 'a test', 'totp', now())",
        [id, anna.id],
      );
      await query("update approvals set state = 'approved' where id = $1", [id]);
    }
    await query('update approvals set begun_at = now() where id = $1', [begun.id]);
    const { proposals } = await recover(anna);
    expect(proposals).toBe(2);
    await executeApproval(exchange.platform, voted.id);
    expect(await Promise.all([own, voted, begun, other].map(stateOf))).toEqual([
      ...['voided', 'voided', 'approved', 'open'],
    ]);
    const { body } = await ben.call({ path: 'admin/approvals?state=voided' });
    expect(body.results.map(({ id }: Approval) => id).sort()).toEqual([own.id, voted.id].sort());
    const { findings } = await verifyJournal(exchange.test.database.pool, [approvalsPart()]);
    const problems = findings.flatMap((each) => each.problems);
    // The votes above were written past the audit log; what was made void adds nothing to that.
    expect(problems.filter((problem) => problem.includes('void'))).toEqual([]);
  });

  it('tells all staff, enters the audit log, and logs the link nowhere', async () => {
    await query('delete from messages');
    const { token, staffTold } = await recover(anna);
    const { username } = await nameOf(anna);
    await useLink(token);
    const mails = await query("select recipient, subject from messages where template = 'staff.recovery'");
    const emails = [(await nameOf(anna)).email, (await nameOf(ben)).email];
    expect(staffTold).toBe(2);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([...emails, ...emails].sort());
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set([
        `Access to ${username}’s staff account is being recovered`,
        `Access to ${username}’s staff account was recovered`,
      ]),
    );
    const rows = await query('select action from audit_log where subject_id = $1 order by number', [anna.id]);
    expect(rows.map(({ action }) => action)).toEqual(['recovery_started_on_machine', 'recovery_finished']);
    const { findings } = await verifyJournal(exchange.test.database.pool, [auditPart()]);
    expect(findings.flatMap(({ problems }) => problems)).toEqual([]);
    expect(exchange.logLines.filter((line) => line.includes(token))).toEqual([]);
    expect(JSON.stringify(mails)).not.toContain(token);
  });

  it('rests payouts for a day from its start and again from its end, in words of the back office', async () => {
    now = new Date(now.getTime() + 2 * dayMs);
    const again = await exchange.enrol(`carl${made}`, ['administrator']);
    const resting = async () => (await again.call({ path: 'admin/me' })).body.payouts_rest;
    expect(await resting()).toBeNull();
    const { token } = await recover(anna);
    const { username } = await nameOf(anna);
    const start = now.getTime();
    expect(await resting()).toEqual({
      ...{ cause: 'recovery_begun', username, until: new Date(start + dayMs).toISOString() },
    });
    now = new Date(start + 600_000);
    await useLink(token);
    expect(await resting()).toMatchObject({
      ...{ cause: 'recovery_finished', until: new Date(start + 600_000 + dayMs).toISOString() },
    });
    now = new Date(start + 600_000 + dayMs);
    expect(await findPayoutRest(exchange.test.database.kysely, exchange.platform)).toBeUndefined();
  });
});
