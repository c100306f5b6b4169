import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readNetworks } from '#modules/markets/index.ts';
import { userId } from '#testing/trading-app.ts';
import { actual, app, confirm, linkOf, post, request, rich, throughLink, turn } from './withdrawals-bed.ts';

export function calledOffOrInternal(): void {
  describe('a withdrawal', () => {
    it('is called off by its owner or by the link, and not any more once it has left', async () => {
      await rich('off');
      const first = await request('off');
      const atOnce = Array.from({ length: 5 }, () =>
        post(`wallet/withdrawals/${first.body.id}/cancel`, 'off'),
      );
      const outcomes = (await Promise.all(atOnce)).map(({ status, body }) => [
        status,
        body.stage,
        body.status,
      ]);
      expect(outcomes).toEqual(outcomes.map(() => [200, 'cancelled', 'cancelled']));
      expect(await actual('off')).toBe('5');
      const second = await request('off');
      await confirm('off', second.body.id);
      const token = await linkOf('off');
      expect((await post('withdrawal/cancel-withdrawal-request', undefined, { token })).status).toBe(200);
      const late = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
      expect(late.body.code).toBe('withdrawal_already_cancelled');
      expect(await actual('off')).toBe('5');
    });

    it('that nobody confirms in time ends by itself', async () => {
      await rich('late');
      const { body } = await request('late');
      await sql`update withdrawals set created_at = created_at - interval '31 minutes' where id = ${body.id}`.execute(
        app.test.database.kysely,
      );
      await turn();
      const { body: ended } = await app.call({ path: `wallet/withdrawals/${body.id}`, as: 'late' });
      expect(ended).toMatchObject({ status: 'cancelled', reason: 'expired' });
      expect(await actual('late')).toBe('5');
    });

    it('to an address of another user never leaves, and costs nothing; to an own one it is refused', async () => {
      await rich('giver');
      await app.person('taker');
      const { address } = await app.addressOf('taker', 'bitcoin');
      const linked = await throughLink('giver', { address, amount: '0.2' });
      expect(linked.body).toMatchObject({ stage: 'completed', internal: true, fee: '0', hash: null });
      expect([await actual('giver'), await actual('taker')]).toEqual(['4.8', '0.2']);
      const own = await request('giver', { address: (await app.addressOf('giver', 'bitcoin')).address });
      expect(own.body.code).toBe('wrong_address');
    });

    it('to an address that another user or the house has on another network of the kind never leaves either', async () => {
      await app.person('roamer');
      await app.fund('roamer', 'USDT', '50');
      await app.person('settler');
      const { address } = await app.addressOf('settler', 'ethereum');
      const elsewhere = { currency: 'USDT', network: 'bnb-smart-chain', amount: '20' };
      const sent = await throughLink('roamer', { ...elsewhere, address });
      expect(sent.body).toMatchObject({ stage: 'completed', internal: true, fee: '0', hash: null });
      expect([await actual('roamer', 'USDT'), await actual('settler', 'USDT')]).toEqual(['30', '20']);
      const own = await app.addressOf('roamer', 'arbitrum');
      expect((await request('roamer', { ...elsewhere, address: own.address })).body.code).toBe(
        'wrong_address',
      );
      const { coins } = await readNetworks(app.platform);
      const contract = coins.find(({ coin, network }) => coin === 'USDT' && network === 'ethereum')?.contract;
      expect((await request('roamer', { ...elsewhere, address: contract })).body.code).toBe('wrong_address');
    });

    it('to an address of an account that is closed is refused, also when it was closed since', async () => {
      await rich('late-giver');
      await app.person('leaver');
      const { address } = await app.addressOf('leaver', 'bitcoin');
      const { body } = await request('late-giver', { address });
      await confirm('late-giver', body.id);
      await app.change(
        `update users set status = 'closed', closed_at = now() where id = '${userId('leaver')}'`,
      );
      const token = await linkOf('late-giver');
      const linked = await post('withdrawal/confirm-withdrawal-request', undefined, { token });
      expect(linked.body.code).toBe('wrong_address');
      expect((await request('late-giver', { address })).body.code).toBe('wrong_address');
      expect(await actual('late-giver')).toBe('5');
    });

    it("is nobody else's business", async () => {
      await rich('mine');
      await app.person('nosy');
      const { body } = await request('mine');
      for (const path of ['confirm', 'cancel', 'send-code'])
        expect(
          (await post(`wallet/withdrawals/${body.id}/${path}`, 'nosy', { method: 'email' })).status,
        ).not.toBe(200);
      const seen = await app.call({ path: `wallet/withdrawals/${body.id}`, as: 'nosy' });
      expect([seen.status, seen.body.code]).toEqual([404, 'transaction_not_found']);
    });
  });
}
