import type { Approval, StaffRole } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { approvalsModule } from './index.ts';

let exchange: StaffedExchange;
let otto: Member;
let trader: Member;

const query = async <Row = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  (await exchange.test.database.pool.query(statement, values)).rows as Row[];

async function hire(name: string, roles: readonly StaffRole[]): Promise<Member> {
  await query(
    `insert into users (email, username, username_skeleton, password_hash, roles, first_name, last_name, country, birthday, referral_code, terms_accepted_at, privacy_accepted_at)
     select $1 || '@emporion.test', $1, $1, password_hash, $2, $1, 'Test', country, birthday, 'ref-' || $1, now(), now() from users where email = 'admin@emporion.test'`,
    [name, roles],
  );
  return exchange.member(name);
}

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [auditModule, staffModule, walletModule, approvalsModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  otto = await exchange.member('operator');
  trader = await exchange.member('trader');
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
const adjust = (amount: string, to = trader.id) =>
  propose('balance-adjustment', { user: to, currency: 'BTC', amount });

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
    const vera = known ? await exchange.member('vera') : await hire('vera', ['treasury']);
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
