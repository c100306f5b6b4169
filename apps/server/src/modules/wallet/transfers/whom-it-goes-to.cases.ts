import { Transfer } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { actual, app, clientId, confirmation, post, rich } from './transfers-bed.ts';

export function whomItGoesTo(): void {
  describe('a transfer', () => {
    it('goes to an e-mail address, a name or an id, and both see it', async () => {
      await rich('ann');
      await app.person('bea');
      for (const to of ['bea@example.test', 'person-bea', userId('bea')]) {
        const body = { to, currency: 'USDT', amount: '10', client_id: clientId() };
        expect((await post('wallet/transfers', 'ann', body)).body.code).toBe('two_factor_required');
        const sent = await post('wallet/transfers', 'ann', {
          ...body,
          confirmation: await confirmation('ann', 'transfer'),
        });
        expect(Transfer.parse(sent.body)).toMatchObject({
          direction: 'sent',
          counterparty: 'person-bea',
          amount: '10',
        });
      }
      expect([await actual('ann'), await actual('bea')]).toEqual(['70', '30']);
      const page = (await app.call({ path: 'wallet/transfers?limit=2', as: 'bea' })).body;
      expect(page.results).toHaveLength(2);
      expect(page.results[0]).toMatchObject({ direction: 'received', client_id: null });
      const rest = await app.call({ path: `wallet/transfers?limit=2&cursor=${page.next}`, as: 'bea' });
      expect(rest.body).toMatchObject({ results: [{ amount: '10' }], next: null });
    });

    it('says whom it would go to, by a name that is mostly hidden', async () => {
      await app.person('cautious');
      await app.person('known');
      const check = async (to: string) => (await post('wallet/transfer-recipient', 'cautious', { to })).body;
      expect((await check('known@example.test')).name).toMatch(/^\p{L}•••( \p{L}•••)?$/u);
      expect(await check('person-cautious')).toMatchObject({ code: 'same_account_transfer' });
      expect(await check('nobody@example.test')).toMatchObject({ code: 'account_not_found' });
      const tries = await Promise.all(Array.from({ length: 25 }, (_, index) => check(`nobody-${index}`)));
      expect(tries.at(-1)).toMatchObject({ code: 'too_many_withdrawal_attempts' });
    });

    it('to staff is answered like an unknown recipient, also for senders who paid them before', async () => {
      await rich('curious');
      await app.person('clerk');
      const send = async (to: string) => {
        const proof = { confirmation: await confirmation('curious', 'transfer') };
        const body = { to, currency: 'USDT', amount: '1', client_id: clientId(), ...proof };
        return { body, answer: await post('wallet/transfers', 'curious', body) };
      };
      const { body: paid, answer } = await send('person-clerk');
      expect(answer.status).toBe(200);
      await app.change("update users set roles = '{support}' where email = 'clerk@example.test'");
      const check = async (to: string) => (await post('wallet/transfer-recipient', 'curious', { to })).body;
      const nobody = await check('nobody-at-all@example.test');
      expect(nobody.code).toBe('account_not_found');
      for (const to of ['clerk@example.test', 'person-clerk', userId('clerk')]) {
        expect(await check(to)).toEqual(nobody);
        expect((await send(to)).answer.body.code).toBe('account_not_found');
      }
      // The one that was sent is still answered to who repeats it.
      expect((await post('wallet/transfers', 'curious', paid)).status).toBe(200);
    });

    it('says so of sixty that are nobody in a day, then of those alone who were paid before', async () => {
      await rich('prober');
      for (const name of ['friend', 'unpaid']) await app.person(name);
      await app.change('update withdrawal_policy set attempts_per_minute = 1000');
      const proof = { confirmation: await confirmation('prober', 'transfer') };
      const paid = { to: 'person-friend', currency: 'USDT', amount: '1', client_id: clientId(), ...proof };
      expect((await post('wallet/transfers', 'prober', paid)).status).toBe(200);
      const check = async (to: string) => (await post('wallet/transfer-recipient', 'prober', { to })).body;
      for (let times = 1; times <= 59; times += 1)
        expect((await check(`nobody-${times}@example.test`)).code).toBe('account_not_found');
      const { code } = (
        await post('wallet/transfers', 'prober', { ...paid, to: 'no-60', client_id: clientId() })
      ).body;
      expect(code).toBe('account_not_found');
      for (const to of ['nobody-61@example.test', 'person-unpaid']) {
        expect(await check(to)).toMatchObject({
          code: 'too_many_withdrawal_attempts',
          detail: expect.stringContaining('tomorrow'),
        });
        const sent = await post('wallet/transfers', 'prober', { ...paid, to, client_id: clientId() });
        expect(sent.body.code).toBe('too_many_withdrawal_attempts');
      }
      expect((await check('person-friend')).name).toBeDefined();
      await app.change('update withdrawal_policy set attempts_per_minute = 20');
    });

    it('whose recipient has another account by now is refused as by a wrong code', async () => {
      await rich('payer');
      for (const name of ['shop', 'taker']) await app.person(name);
      const rename = (name: string, to: string) =>
        app.change(
          `update users set username = '${to}', username_skeleton = '${to}' where id = '${userId(name)}'`,
        );
      await rename('shop', 'coffeebar');
      const money = { currency: 'USDT', amount: '5', to: 'coffeebar' };
      const { boundCode } = await import('../testing/mailed-code.ts');
      const { confirmation: given } = await boundCode(app, 'payer', { action: 'transfer', about: money });
      await rename('shop', 'teabar');
      await rename('taker', 'coffeebar');
      const send = (to: string) =>
        post('wallet/transfers', 'payer', { ...money, to, client_id: clientId(), confirmation: given });
      expect((await send('coffeebar')).body.code).toBe('two_factor_invalid');
      expect(await actual('payer')).toBe('100');
      // The code is for whoever was meant, by whatever name.
      expect((await send('teabar')).status).toBe(200);
    });

    it('gets no code about somebody whom there is not, and no mail of ours says so', async () => {
      await app.person('writer');
      const { boundCode } = await import('../testing/mailed-code.ts');
      const about = { currency: 'USDT', amount: '5', to: 'Call +1 555 0100 now' };
      await expect(boundCode(app, 'writer', { action: 'transfer', about })).rejects.toMatchObject({
        code: 'account_not_found',
      });
      const { rows } = await sql`select from messages where recipient = 'writer@example.test'`.execute(
        app.test.database.kysely,
      );
      expect(rows).toHaveLength(0);
    });

    it.each(['2026-13-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z'])(
      'is in no list after %s, which is no moment',
      async (moment) => {
        const cursor = `${moment}~${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`;
        for (const list of ['transactions', 'wallet/transfers', 'wallet/codes']) {
          const { status, body } = await app.call({ path: `${list}?cursor=${cursor}`, as: 'ann' });
          expect([status, Object.keys(body.fields)]).toEqual([422, ['cursor']]);
        }
      },
    );
  });
}
