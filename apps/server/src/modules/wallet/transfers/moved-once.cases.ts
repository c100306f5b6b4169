import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { extent } from '#testing/extent.ts';
import { userId } from '#testing/trading-app.ts';
import { sendTransfer } from './send-transfer.ts';
import { actual, app, clientId, confirmation, post, rich, sum } from './transfers-bed.ts';

export function movedOnce(): void {
  describe('a transfer', () => {
    it('of one balance goes out once, of many at once', async () => {
      const many = extent({ usual: 40, all: 200 });
      await rich('many', '10');
      await app.person('taker');
      const outcomes = await Promise.all(
        Array.from({ length: many }, async () => {
          const { insertTransfer, bookTransfer } = await import('./transfer.ts');
          const { ensureAccount, liveExchange } = await import('#modules/trading/index.ts');
          await ensureAccount(app.platform, await liveExchange(app.platform), userId('taker'));
          const written = await insertTransfer(app.test.database.kysely, {
            ...{ fromUser: userId('many'), toUser: userId('taker'), clientId: clientId(), coin: 'USDT' },
            ...{ amount: '10', value: '10', now: new Date() },
          });
          return (await bookTransfer(app.platform, written)).status;
        }),
      );
      expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(many - 1);
      expect([await actual('many'), await actual('taker')]).toEqual(['0', '10']);
    });

    it('is one under one client id, and other words are refused', async () => {
      await rich('same');
      await app.person('other');
      const body = { to: 'person-other', currency: 'USDT', amount: '5', client_id: clientId() };
      const first = await post('wallet/transfers', 'same', {
        ...body,
        confirmation: await confirmation('same', 'transfer'),
      });
      expect((await post('wallet/transfers', 'same', body)).body.id).toBe(first.body.id);
      expect((await post('wallet/transfers', 'same', { ...body, amount: '6' })).body.code).toBe(
        'duplicate_transaction',
      );
      expect(await sum('same', 'other')).toBe(100);
    });

    it.each([
      [{ to: 'nobody@example.test' }, 'account_not_found'],
      [{ to: 'person-self' }, 'same_account_transfer'],
      [{ currency: 'NOPE' }, 'coin_invalid'],
      [{ amount: '0' }, 'amount_too_small', 'The amount is too small. The minimum is 0.000001.'],
      [{ amount: '0.0000001' }, 'amount_too_many_decimals'],
      [{ amount: '1000' }, 'insufficient_funds'],
    ])('of %j is refused as %s', async (more: object, code: string, sentence?: string) => {
      await rich('self');
      await app.person('friend');
      const before = await actual('self');
      const body = { to: 'person-friend', currency: 'USDT', amount: '1', client_id: clientId(), ...more };
      const given = { ...body, confirmation: await confirmation('self', 'transfer') };
      const { body: refused } = await post('wallet/transfers', 'self', given);
      expect(refused).toMatchObject({ code, detail: sentence ?? refused.detail });
      expect(await actual('self')).toBe(before);
    });

    it('that the exchange itself refused leaves its client id to the next one', async () => {
      await rich('raced', '1');
      await app.person('other');
      const { insertTransfer, bookTransfer, findTransfer } = await import('./transfer.ts');
      const { kysely } = app.test.database;
      const of = { fromUser: userId('raced'), clientId: clientId() };
      const row = { ...of, toUser: userId('other'), coin: 'USDT', amount: '2', value: '2', now: new Date() };
      const { ensureAccount, liveExchange } = await import('#modules/trading/index.ts');
      await ensureAccount(app.platform, await liveExchange(app.platform), userId('other'));
      expect((await bookTransfer(app.platform, await insertTransfer(kysely, row))).status).toBe('refused');
      expect(await findTransfer(kysely, of)).toBeUndefined();
      await app.fund('raced', 'USDT', '1');
      expect((await bookTransfer(app.platform, await insertTransfer(kysely, row))).status).toBe('completed');
      expect(await actual('raced')).toBe('0');
    });

    it('that a crash cut off is taken up, and moves the money once', async () => {
      await rich('crash');
      await app.person('heir');
      const { insertTransfer, bookTransfer, listOnTheirWay } = await import('./transfer.ts');
      const { ensureAccount, liveExchange } = await import('#modules/trading/index.ts');
      await ensureAccount(app.platform, await liveExchange(app.platform), userId('heir'));
      const { kysely } = app.test.database;
      const written = await insertTransfer(kysely, {
        ...{ fromUser: userId('crash'), toUser: userId('heir'), clientId: clientId(), coin: 'USDT' },
        ...{ amount: '40', value: '40', now: new Date() },
      });
      // The exchange has carried it out, and nobody wrote that down.
      await bookTransfer(app.platform, written);
      await sql`update transfers set status = 'transferring' where id = ${written.id}`.execute(kysely);
      for (const transfer of await listOnTheirWay(kysely)) await bookTransfer(app.platform, transfer);
      expect([await actual('crash'), await actual('heir')]).toEqual(['60', '40']);
    });

    it('needs a thawed account and payouts that are free', async () => {
      await rich('frozen-one');
      await rich('reset');
      await sql`update users set payouts_frozen_until = now() + interval '1 year' where id = ${userId('reset')}`.execute(
        app.test.database.kysely,
      );
      const body = { to: 'person-ann', currency: 'USDT', amount: '1', client_id: clientId() };
      expect((await post('wallet/transfers', 'frozen-one', body)).body.code).toBe('account_frozen');
      const asked = {
        userId: userId('reset'),
        sessionId: 'of-reset',
        recipient: 'person-ann',
        coin: 'USDT',
        amount: '1',
        clientId: 'x',
      };
      const origin = { address: '203.0.113.7', place: null, device: 'Firefox on Linux' };
      await expect(
        sendTransfer(app.platform, { ...asked, confirmation: undefined, origin }),
      ).rejects.toMatchObject({
        code: 'payouts_frozen',
      });
    });
  });
}
