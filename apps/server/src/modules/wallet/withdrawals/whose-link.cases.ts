import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { actual, app, codeFor, confirm, linkOf, mailsTo, post, request, rich } from './withdrawals-bed.ts';

export function whoseLink(): void {
  describe('a withdrawal', () => {
    it('is neither confirmed nor cancelled by its link with the login of another, and who pressed is written down', async () => {
      await rich('presser');
      await app.person('thief');
      const { body } = await request('presser');
      await confirm('presser', body.id);
      const token = await linkOf('presser');
      const press = (what: 'confirm' | 'cancel', as: string | undefined) =>
        post(`withdrawal/${what}-withdrawal-request`, as, { token });
      const saysOnly = async (as: string | undefined, code: string) => {
        for (const what of ['confirm', 'cancel'] as const) {
          const told = await press(what, as);
          expect([Object.keys(told.body).sort(), told.body.code]).toEqual([['code', 'detail'], code]);
        }
      };
      await saysOnly('thief', 'link_of_another_account');
      const read = async () =>
        (await app.call({ path: `wallet/withdrawals/${body.id}`, as: 'presser' })).body;
      expect(await read()).toMatchObject({ stage: 'requested', reason: 'link' });
      const { kysely } = app.test.database;
      const shift = (minutes: number) =>
        sql`update withdrawals set link_expires_at = link_expires_at + ${minutes} * interval '1 minute' where id = ${body.id}`.execute(
          kysely,
        );
      await shift(-31);
      await saysOnly(undefined, 'invalid_token');
      await shift(31);
      expect((await press('confirm', undefined)).body.stage).toBe('queued');
      await saysOnly(undefined, 'withdrawal_already_confirmed');
      expect((await read()).stage).toBe('queued');
      expect((await press('cancel', 'presser')).body.stage).toBe('cancelled');
      await saysOnly(undefined, 'withdrawal_already_cancelled');
      await saysOnly('thief', 'link_of_another_account');
      const { rows } = await sql<object>`
      select event, actor_id as actor, address is not null and device is not null as "hasOrigin", details from security_events
      where user_id = ${userId('presser')} and event like 'withdrawal_link%' order by id
    `.execute(kysely);
      expect(rows).toEqual([
        {
          ...{ event: 'withdrawal_link_confirmed', actor: null, hasOrigin: true },
          details: { withdrawal: body.id, logged_in: false },
        },
        {
          ...{ event: 'withdrawal_link_cancelled', actor: userId('presser'), hasOrigin: true },
          details: { withdrawal: body.id, logged_in: true },
        },
      ]);
    });

    it('ends after five wrong codes, and the money comes back', async () => {
      await rich('wrong');
      const { body } = await request('wrong');
      const right = await codeFor('wrong', body.id);
      const wrong = { method: 'email', code: right === '000000' ? '111111' : '000000' };
      // The mail says what the code confirms.
      const mail = (await mailsTo('wrong')).at(-1)?.text;
      for (const fact of ['0.01 BTC', 'Bitcoin', body.address]) expect(mail).toContain(fact);
      for (let times = 1; times <= 5; times += 1) {
        const refused = await post(`wallet/withdrawals/${body.id}/confirm`, 'wrong', { confirmation: wrong });
        expect([refused.status, refused.body.code]).toEqual([401, 'two_factor_invalid']);
        expect(refused.body.detail.includes('this withdrawal has ended')).toBe(times === 5);
      }
      const late = await post(`wallet/withdrawals/${body.id}/confirm`, 'wrong', {
        confirmation: { method: 'email', code: right },
      });
      expect(late.body.code).toBe('withdrawal_already_cancelled');
      expect(await actual('wrong')).toBe('5');
    });

    it('is confirmed by no code that was sent for another', async () => {
      await rich('switch');
      const first = (await request('switch')).body;
      const code = await codeFor('switch', first.id);
      await post(`wallet/withdrawals/${first.id}/cancel`, 'switch');
      const second = (await request('switch', { amount: '4' })).body;
      const given = { confirmation: { method: 'email', code } };
      const refused = await post(`wallet/withdrawals/${second.id}/confirm`, 'switch', given);
      expect(refused.body.code).toBe('two_factor_invalid');
    });
  });
}
