import { ReviewedWithdrawal } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { actual, app, decide, post, rich, throughLink, turn } from './withdrawals-bed.ts';

export function heldWithdrawals(): void {
  describe('a held withdrawal', () => {
    const lastEventOf = async (name: string) => {
      const { rows } = await sql<{ event: string; id: string }>`
      select event, details ->> 'withdrawal' as id from security_events where actor_id = ${userId(name)}
      order by security_events.id desc limit 1
    `.execute(app.test.database.kysely);
      return rows[0];
    };

    it('is listed to staff, let go or rejected once, with a code and a reason, and never by its owner', async () => {
      await rich('held');
      await rich('held-too');
      await rich('operator');
      await app.person('operator-two');
      await app.change('update withdrawal_policy set hold_above = 1');
      const [first, second] = [await throughLink('held'), await throughLink('held-too')];
      const own = await throughLink('operator');
      await app.change('update withdrawal_policy set hold_above = 20000');
      expect(first.body).toMatchObject({ stage: 'held', reason: 'review' });
      const listed = await app.call({ path: 'admin/withdrawals?stage=held&limit=1', as: 'operator' });
      expect(ReviewedWithdrawal.parse(listed.body.results[0])).toMatchObject({ hold_reasons: ['amount'] });
      expect((await app.call({ path: 'admin/withdrawals', as: 'held' })).status).toBe(404);
      expect((await decide(own.body.id, 'approve')).body.code).toBe('own_withdrawal');
      expect(await lastEventOf('operator')).toMatchObject({
        event: 'own_withdrawal_refused',
        id: own.body.id,
      });
      // Whoever gets codes at the operator's phone is taken for the operator.
      const both = `where id in ('${userId('held')}', '${userId('operator')}')`;
      await app.change(`update users set phone = '+34600111222', phone_verified_at = now() ${both}`);
      expect((await decide(first.body.id, 'approve')).body.code).toBe('own_withdrawal');
      await app.change(`update users set phone = null ${both}`);
      const decided = await decide(first.body.id, 'approve');
      expect(decided.body).toMatchObject({ stage: 'queued', decision: { approved: true } });
      expect((await decide(first.body.id, 'reject')).body.code).toBe('withdrawal_not_held');
      expect((await decide(second.body.id, 'reject')).body).toMatchObject({ stage: 'rejected' });
      expect((await decide(own.body.id, 'reject', 'operator-two')).status).toBe(200);
      expect(await actual('held')).toBe('4.9899');
      // What was decided stays as it was said, whatever comes of it.
      await post(`wallet/withdrawals/${first.body.id}/cancel`, 'held');
      const ended = await app.call({ path: 'admin/withdrawals?status=cancelled&limit=100', as: 'operator' });
      const shown = ended.body.results.find(({ id }: { id: string }) => id === first.body.id);
      expect(shown).toMatchObject({ reason: 'cancelled_by_user', decision: decided.body.decision });
      expect(shown.decision.reason).toBe('The owner was called');
      expect([await actual('held-too'), await actual('operator')]).toEqual(['5', '5']);
    });

    it('that is on its way is called off by nobody whose own one its transaction pays too', async () => {
      await app.person('whale');
      await app.pay('whale', { network: 'bitcoin', coin: 'BTC', amount: '5' });
      await app.mine('bitcoin', 3);
      for (let times = 0; times < 2; times += 1) {
        await turn();
        await app.mine('bitcoin', 3);
      }
      // Before they worked here: staff withdraw nothing.
      await app.change(`update users set roles = '{}' where id = '${userId('operator')}'`);
      await rich('operator');
      const [other, own] = [await throughLink('whale'), await throughLink('operator')];
      await turn();
      const { rows } = await sql<{ payouts: string }>`
      select count(distinct payout_id)::text as payouts from withdrawals
      where id in (${other.body.id}, ${own.body.id}) and status = 'broadcast'
    `.execute(app.test.database.kysely);
      expect(rows[0]?.payouts).toBe('1');
      expect((await decide(other.body.id, 'call-off')).body.code).toBe('own_withdrawal');
      expect(await lastEventOf('operator')).toMatchObject({
        ...{ event: 'own_withdrawal_refused', id: other.body.id },
      });
      expect((await decide(own.body.id, 'call-off', 'operator-two')).status).toBe(200);
      expect(await lastEventOf('operator-two')).toMatchObject({
        ...{ event: 'withdrawal_called_off', id: own.body.id },
      });
    });
  });
}
