import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { giveSecondFactor } from '../testing/second-factor.ts';
import {
  actual,
  app,
  codeFor,
  confirm,
  linkOf,
  mailOnly,
  mailsTo,
  post,
  request,
} from './withdrawals-bed.ts';

/** Of an account whose mailbox is its only factor. */
export function oneMail(): void {
  describe('one mail', () => {
    const read = async (name: string, id: string) =>
      (await app.call({ path: `wallet/withdrawals/${id}`, as: name })).body;
    const press = (token: string, as?: string) =>
      post('withdrawal/confirm-withdrawal-request', as, { token });

    it('has a code and a link, and the link confirms the whole', async () => {
      await mailOnly('linker');
      const { body } = await request('linker');
      expect(body.confirmation).toMatchObject({ step: 'code', one_mail: true, methods: ['email'] });
      expect(body.confirmation.resend_from).toBeUndefined();
      const code = await codeFor('linker', body.id);
      const mails = await mailsTo('linker');
      expect(mails.map(({ template }) => template)).toEqual(['wallet.withdrawal-link']);
      for (const fact of ['0.01 BTC', 'Bitcoin', body.address, code]) expect(mails[0]?.text).toContain(fact);
      const waiting = await read('linker', body.id);
      expect(waiting).toMatchObject({ stage: 'requested', reason: 'code' });
      expect(waiting.confirmation).toMatchObject({ step: 'code', resend_from: expect.any(String) });
      // The time to confirm runs from the request.
      expect(waiting.confirmation.expires).toBe(body.confirmation.expires);
      const token = await linkOf('linker');
      expect((await press(token, 'linker')).body).toMatchObject({ stage: 'queued', confirmation: null });
      const late = { confirmation: { method: 'email', code } };
      const spent = await post(`wallet/withdrawals/${body.id}/confirm`, 'linker', late);
      expect(spent.body.code).toBe('withdrawal_already_confirmed');
      // The next mail is sent at once: the code is spent with its link.
      const next = (await request('linker')).body;
      expect(await codeFor('linker', next.id)).toMatch(/^\d{6}$/);
    });

    it('confirms the whole by its code, on the page of its owner alone', async () => {
      await mailOnly('coder');
      await app.person('other');
      const { body } = await request('coder');
      const code = await codeFor('coder', body.id);
      const given = { confirmation: { method: 'email', code } };
      const stranger = await post(`wallet/withdrawals/${body.id}/confirm`, 'other', given);
      expect([stranger.status, stranger.body.code]).toEqual([404, 'transaction_not_found']);
      const confirmed = await post(`wallet/withdrawals/${body.id}/confirm`, 'coder', given);
      expect(confirmed.body).toMatchObject({ stage: 'queued', confirmation: null });
      expect((await mailsTo('coder')).length).toBe(1);
      expect((await press(await linkOf('coder'))).body.code).toBe('withdrawal_already_confirmed');
      const { rows } = await sql<{ event: string }>`
        select event from security_events where user_id = ${userId('coder')} and event like 'withdrawal%' order by id
      `.execute(app.test.database.kysely);
      expect(rows.map(({ event }) => event)).toEqual(['withdrawal_confirmed']);
    });

    it('has its link and its code at once pressed and entered, and is confirmed once', async () => {
      await mailOnly('both');
      const { body } = await request('both');
      const code = await codeFor('both', body.id);
      const token = await linkOf('both');
      const given = { confirmation: { method: 'email', code } };
      const answers = await Promise.all([
        press(token, 'both'),
        post(`wallet/withdrawals/${body.id}/confirm`, 'both', given),
        press(token, 'both'),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await read('both', body.id)).toMatchObject({ stage: 'queued' });
      expect(await actual('both')).toBe('4.9899');
    });

    it('confirms nothing by its link once a second factor was turned on, which then asks for its code first', async () => {
      await mailOnly('stronger');
      const { body } = await request('stronger');
      await codeFor('stronger', body.id);
      const token = await linkOf('stronger');
      await giveSecondFactor(app, 'stronger');
      expect(await press(token, 'stronger')).toMatchObject({
        status: 401,
        body: { code: 'two_factor_required' },
      });
      const again = await post(`wallet/withdrawals/${body.id}/send-link`, 'stronger');
      expect(again.body.code).toBe('confirmation_required');
      expect(await read('stronger', body.id)).toMatchObject({
        ...{ stage: 'requested', reason: 'code' },
        confirmation: { one_mail: false, methods: ['totp', 'email'] },
      });
      await app.change(`delete from sent_codes where user_id = '${userId('stronger')}'`);
      expect((await confirm('stronger', body.id)).body).toMatchObject({ reason: 'link' });
      expect((await press(token, 'stronger')).body.code).toBe('invalid_token');
      expect((await press(await linkOf('stronger'), 'stronger')).body).toMatchObject({ stage: 'queued' });
    });

    it('of the next withdrawal is sent at once when the one before was called off', async () => {
      await mailOnly('hasty');
      const { body } = await request('hasty');
      await codeFor('hasty', body.id);
      await post(`wallet/withdrawals/${body.id}/cancel`, 'hasty');
      const next = (await request('hasty')).body;
      const code = await codeFor('hasty', next.id);
      // Cancelling the first once more leaves the code of the second alone.
      await post(`wallet/withdrawals/${body.id}/cancel`, 'hasty');
      const confirmation = { method: 'email', code };
      const confirmed = await post(`wallet/withdrawals/${next.id}/confirm`, 'hasty', { confirmation });
      expect(confirmed.body).toMatchObject({ stage: 'queued' });
    });

    it('is sent anew after a minute with a new code and a new link, and only those work', async () => {
      await mailOnly('again');
      const { body } = await request('again');
      const first = await codeFor('again', body.id);
      const firstLink = await linkOf('again');
      const soon = await post(`wallet/withdrawals/${body.id}/send-code`, 'again', { method: 'email' });
      expect(soon).toMatchObject({ status: 429, body: { code: 'already_sent' } });
      await app.change(
        `update sent_codes set sent_at = sent_at - interval '61 seconds' where user_id = '${userId('again')}'`,
      );
      const second = await codeFor('again', body.id);
      expect((await press(firstLink, 'again')).body.code).toBe('invalid_token');
      if (second !== first) {
        const old = { confirmation: { method: 'email', code: first } };
        expect((await post(`wallet/withdrawals/${body.id}/confirm`, 'again', old)).status).toBe(401);
      }
      expect((await press(await linkOf('again'), 'again')).body).toMatchObject({ stage: 'queued' });
    });
  });
}
