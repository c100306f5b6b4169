import { describe, expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import {
  actual,
  app,
  codeFor,
  confirm,
  decide,
  hooks,
  linkOf,
  post,
  request,
  rich,
  throughLink,
  turn,
} from './withdrawals-bed.ts';

export function begunByAStranger(): void {
  describe('what a stranger began', () => {
    /** One that a person looks at, one that is queued, and a code. */
    async function begun(name: string) {
      await rich(name);
      await app.person('operator');
      await app.person('accomplice');
      await app.change('update withdrawal_policy set hold_above = 1');
      const { body: held } = await throughLink(name);
      await app.change('update withdrawal_policy set hold_above = 20000');
      await app.change(`delete from sent_codes where user_id = '${userId(name)}'`);
      const { body: queued } = await throughLink(name);
      const code = await post('wallet/codes', name, {
        ...{ currency: 'BTC', amount: '0.01', client_id: `code-${name}` },
        confirmation: await mailedCode(app, name, 'p2p_code'),
      });
      expect([held.stage, queued.stage, code.status]).toEqual(['held', 'queued', 200]);
      return { held, queued, code: code.body.code };
    }
    const freeze = (name: string, until: string) =>
      app.change(`update users set payouts_frozen_until = ${until} where id = '${userId(name)}'`);
    const seen = async (name: string, id: string) =>
      (await app.call({ path: `wallet/withdrawals/${id}`, as: name })).body;
    const redeem = (code: string) => post('wallet/codes/redeem', 'accomplice', { code });

    it('is called off when its owner says that it was not them', async () => {
      const { held, queued, code } = await begun('robbed');
      const { body: asked } = await request('robbed');
      await freeze('robbed', "now() + interval '1 day'");
      await hooks.stopEverythingOf(userId('robbed'));
      for (const { id } of [held, queued, asked])
        expect(await seen('robbed', id)).toMatchObject({ stage: 'cancelled' });
      expect(await actual('robbed')).toBe('5');
      expect((await redeem(code)).body.code).toBe('invalid_code');
      expect((await app.call({ path: 'wallet/codes', as: 'robbed' })).body.results[0].status).toBe(
        'cancelled',
      );
      // Pressed twice.
      await hooks.stopEverythingOf(userId('robbed'));
    });

    it('waits for as long as payouts are frozen, as after a reset of the password', async () => {
      const { held, queued, code } = await begun('reset');
      await freeze('reset', "now() + interval '1 day'");
      expect((await decide(held.id, 'approve')).body.code).toBe('owner_payouts_frozen');
      await turn();
      expect(await seen('reset', queued.id)).toMatchObject({ stage: 'queued', reason: 'payouts_frozen' });
      for (let times = 0; times < 2; times += 1) expect((await redeem(code)).body.code).toBe('invalid_code');
      await freeze('reset', 'null');
      expect((await decide(held.id, 'approve')).body).toMatchObject({ stage: 'queued' });
      expect((await redeem(code)).body.status).toBe('redeemed');
      await turn();
      expect((await seen('reset', queued.id)).reason).not.toBe('payouts_frozen');
    });

    const onlySaved = 'wallet/saved-addresses-only/turn-on';

    it('is called off when its owner turns on saved addresses only, but what goes to an old one of these', async () => {
      const { held, queued, code } = await begun('saver');
      const { body: asked } = await request('saver');
      await app.change(
        `insert into saved_addresses (user_id, coin, network, address, label, created_at)
       select user_id, coin, network, address, 'Old', '2020-01-01'::timestamptz from withdrawals where id = '${held.id}'
       union select user_id, coin, network, address, 'Young', now() from withdrawals where id = '${queued.id}'`,
      );
      // Pressed twice.
      for (const _ of [1, 2]) expect((await post(onlySaved, 'saver')).body.enabled).toBe(true);
      for (const { id } of [queued, asked])
        expect(await seen('saver', id)).toMatchObject({ stage: 'cancelled', reason: 'cancelled_by_user' });
      expect(await actual('saver')).toBe('4.9899');
      expect((await redeem(code)).body.code).toBe('invalid_code');
      expect((await app.call({ path: 'wallet/codes', as: 'saver' })).body.results[0].status).toBe(
        'cancelled',
      );
      expect((await decide(held.id, 'approve')).body).toMatchObject({ stage: 'queued' });
    });

    it('is neither confirmed, approved nor redeemed under saved addresses only, also where it was not called off', async () => {
      const { held, code } = await begun('late');
      await app.change(`delete from sent_codes where user_id = '${userId('late')}'`);
      const { body: first } = await request('late');
      await confirm('late', first.id);
      const token = await linkOf('late');
      await app.change(`delete from sent_codes where user_id = '${userId('late')}'`);
      const { body: second } = await request('late');
      const confirmation = { method: 'email', code: await codeFor('late', second.id) };
      await app.change(`insert into saved_addresses_only (user_id) values ('${userId('late')}')`);
      const refused = [
        await post(`wallet/withdrawals/${second.id}/confirm`, 'late', { confirmation }),
        await post('withdrawal/confirm-withdrawal-request', undefined, { token }),
        await decide(held.id, 'approve'),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
        refused.map(() => [403, 'address_not_saved']),
      );
      expect((await redeem(code)).body.code).toBe('invalid_code');
      expect(await seen('late', second.id)).toMatchObject({ stage: 'requested', reason: 'code' });
      expect(await seen('late', first.id)).toMatchObject({ stage: 'requested', reason: 'link' });
    });
  });
}
