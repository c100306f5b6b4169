import { Withdrawal } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { giveSecondFactor } from '../testing/second-factor.ts';
import { actual, app, confirm, linkOf, mailsTo, post, request, rich, turn } from './withdrawals-bed.ts';

export function askedAndConfirmed(): void {
  describe('a withdrawal', () => {
    it('is asked for, confirmed by code and link, sent, and shown all the way', async () => {
      await app.person('ann');
      await giveSecondFactor(app, 'ann');
      await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '1' });
      await app.mine('bitcoin', 3);
      for (let times = 0; times < 3; times += 1) {
        await turn();
        await app.mine('bitcoin', 3);
      }
      const { status, body } = await request('ann', { amount: '0.25' });
      expect(status).toBe(200);
      expect(Withdrawal.parse(body)).toMatchObject({
        ...{ stage: 'requested', status: 'pending', reason: 'code', total: '0.2501', cancellable: true },
        confirmation: { step: 'code', one_mail: false, methods: ['totp', 'email'], attempts_left: 5 },
      });
      expect(await actual('ann')).toBe('0.7499');
      const confirmed = await confirm('ann', body.id);
      expect(confirmed.body).toMatchObject({ reason: 'link', confirmation: { step: 'link' } });
      const token = await linkOf('ann');
      const linked = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
      expect(linked.body).toMatchObject({ stage: 'queued', confirmation: null });
      // Pressed twice, its owner is told the same twice.
      expect((await post('withdrawal/confirm-withdrawal-request', 'ann', { token })).status).toBe(200);
      await turn();
      const read = () => app.call({ path: `wallet/withdrawals/${body.id}`, as: 'ann' });
      expect((await read()).body).toMatchObject({
        stage: 'broadcast',
        status: 'confirming',
        cancellable: false,
      });
      await app.mine('bitcoin', 3);
      await turn();
      const done = (await read()).body;
      expect(done).toMatchObject({ stage: 'completed', status: 'completed', confirmations: 2 });
      expect(done.hash).toMatch(/^[0-9a-f]{64}$/);
      const told = (await mailsTo('ann')).filter(({ template }) => template === 'wallet.withdrawal');
      expect(told.map(({ text }) => text.includes(done.hash))).toEqual([true, true]);
      const { rows } = await sql<{ template: string }>`
      select template from user_notifications where user_id = ${userId('ann')} and template like 'withdrawal%' order by id
    `.execute(app.test.database.kysely);
      expect(rows.map(({ template }) => template)).toEqual(['withdrawal_sent', 'withdrawal_completed']);
      expect(await actual('ann')).toBe('0.7499');
    });

    it('has its recipient checked before, by the rules of the request', async () => {
      await rich('careful');
      await app.person('friend');
      const check = (more: object) =>
        post('wallet/withdrawal-recipient', 'careful', { currency: 'BTC', network: 'bitcoin', ...more });
      const { address } = await app.addressOf('friend', 'bitcoin');
      const known = await check({ address: ` ${address.toUpperCase()} ` });
      expect(known.body).toEqual({ address, memo: null, holder: null, internal: true });
      const own = await check({ address: (await app.addressOf('careful', 'bitcoin')).address });
      expect(own.body).toMatchObject({ code: 'wrong_address', fields: { address: expect.any(String) } });
      const wrong = await check({ address: `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}` });
      expect(wrong.body).toMatchObject({ code: 'invalid_withdrawal_address' });
      expect((await check({ address, memo: '7' })).body.code).toBe('invalid_memo');
      await post('wallet/saved-addresses-only/turn-on', 'careful');
      expect((await check({ address })).body.code).toBe('address_not_saved');
    });

    it('is read by the link of its mail, by its owner alone, and nothing happens', async () => {
      await rich('reader');
      await app.person('stranger');
      const { body } = await request('reader');
      await confirm('reader', body.id);
      const token = await linkOf('reader');
      const read = (name: string) => post('withdrawal/read-withdrawal-request', name, { token });
      expect((await read('reader')).body).toMatchObject({ id: body.id, stage: 'requested', reason: 'link' });
      const other = await read('stranger');
      expect([other.status, other.body.code]).toEqual([403, 'link_of_another_account']);
      expect(Object.keys(other.body).sort()).toEqual(['code', 'detail']);
      await post('withdrawal/cancel-withdrawal-request', undefined, { token });
      expect((await read('reader')).body).toMatchObject({ stage: 'cancelled', confirmation: null });
    });

    it('has its mail sent once more after a minute, to its owner alone, and only the last link works', async () => {
      await rich('waiting');
      await app.person('curious');
      const { body } = await request('waiting');
      const again = (name: string) => post(`wallet/withdrawals/${body.id}/send-link`, name);
      expect((await again('waiting')).body.code).toBe('confirmation_required');
      const confirmed = await confirm('waiting', body.id);
      const first = await linkOf('waiting');
      expect(await again('waiting')).toMatchObject({ status: 429, body: { code: 'already_sent' } });
      expect((await again('curious')).body.code).toBe('transaction_not_found');
      await sql`
      update withdrawals set link_sent_at = link_sent_at - interval '61 seconds' where id = ${body.id}
    `.execute(app.test.database.kysely);
      const sent = await again('waiting');
      expect(sent.status).toBe(200);
      // The time to confirm goes on.
      expect(sent.body.confirmation.expires).toBe(confirmed.body.confirmation.expires);
      const { resend_from: before } = confirmed.body.confirmation;
      expect(Date.parse(sent.body.confirmation.resend_from)).toBeGreaterThanOrEqual(Date.parse(before));
      const last = await linkOf('waiting');
      const press = (token: string) => post('withdrawal/confirm-withdrawal-request', undefined, { token });
      expect((await press(first)).body.code).toBe('invalid_token');
      expect((await press(last)).body).toMatchObject({ stage: 'queued' });
      expect((await again('waiting')).body.code).toBe('withdrawal_already_confirmed');
    });
  });
}
