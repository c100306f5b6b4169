import { randomUUID } from 'node:crypto';
import { P2pCode } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { extent } from '#testing/extent.ts';
import { userId } from '#testing/trading-app.ts';
import { redeemCode, tendCodes } from '../codes/money-codes.ts';
import { actual, app, clientId, confirmation, post, rich, sum } from './transfers-bed.ts';

export function moneyBehindCodes(): void {
  describe('a code', () => {
    async function made(name: string, amount = '10') {
      const body = { currency: 'USDT', amount, client_id: clientId() };
      const { body: code } = await post('wallet/codes', name, {
        ...body,
        confirmation: await confirmation(name, 'p2p_code'),
      });
      return P2pCode.parse(code);
    }

    it('is made, shown to its maker, redeemed once by one of many, and told the same to that one again', async () => {
      const calls = extent({ usual: 6, all: 20 });
      await rich('maker');
      const code = await made('maker');
      expect(await actual('maker')).toBe('90');
      expect(code.code?.endsWith(code.ending ?? '-')).toBe(true);
      expect((await app.call({ path: 'wallet/codes', as: 'maker' })).body.results[0]).toMatchObject({
        ...{ code: null, ending: code.ending },
      });
      await Promise.all(Array.from({ length: 5 }, (_, index) => app.person(`r${index}`)));
      const outcomes = await Promise.all(
        Array.from({ length: 5 * calls }, (_, index) =>
          redeemCode(app.platform, { userId: userId(`r${index % 5}`), text: code.code ?? '' }).then(
            (row) => row.redeemer,
            (error: { code: string }) => error.code,
          ),
        ),
      );
      const winners = new Set(outcomes.filter((outcome) => outcome !== 'code_already_redeemed'));
      expect(winners.size).toBe(1);
      // Each of the winner's calls is told the same.
      expect(outcomes.filter((outcome) => outcome !== 'code_already_redeemed')).toHaveLength(calls);
      expect(await sum('r0', 'r1', 'r2', 'r3', 'r4')).toBe(10);
      expect((await app.call({ path: 'wallet/codes', as: 'maker' })).body.results[0]).toMatchObject({
        ...{ status: 'redeemed', code: null },
      });
    });

    it('is shown again for a fresh code alone: neither a list, a cancel nor a repetition tells a stolen session', async () => {
      await rich('careful-maker');
      await app.person('stranger');
      const body = { currency: 'USDT', amount: '10', client_id: clientId() };
      const first = await confirmation('careful-maker', 'p2p_code');
      const create = async (more: object) =>
        (await post('wallet/codes', 'careful-maker', { ...body, ...more })).body;
      const code = P2pCode.parse(await create({ confirmation: first }));
      expect(code.code).not.toBeNull();
      // Whoever lost the answer asks again with the same words.
      expect((await create({ confirmation: first })).code).toBe(code.code);
      expect((await create({})).code).toBeNull();
      expect((await create({ confirmation: { method: 'email', code: '000000' } })).code).toBeNull();
      await app.change(
        `update money_codes set created_at = created_at - interval '6 minutes' where id = '${code.id}'`,
      );
      expect((await create({ confirmation: first })).code).toBeNull();

      const show = (as: string, more: object = {}) => post(`wallet/codes/${code.id}/show`, as, more);
      expect((await show('stranger')).status).toBe(404);
      expect((await show('careful-maker')).body.code).toBe('two_factor_required');
      const fresh = await confirmation('careful-maker', 'p2p_code_show');
      expect((await show('careful-maker', { confirmation: first })).body.code).toMatch(/^two_factor_/);
      expect((await show('careful-maker', { confirmation: fresh })).body.code).toBe(code.code);
      await post('wallet/codes/redeem', 'stranger', { code: code.code });
      expect((await show('careful-maker')).body.code).toBe('code_already_redeemed');
    });

    it('of more than there is locks nothing', async () => {
      await rich('poor', '5');
      const body = { currency: 'USDT', amount: '6', client_id: clientId() };
      const given = { ...body, confirmation: await confirmation('poor', 'p2p_code') };
      expect((await post('wallet/codes', 'poor', given)).body.code).toBe('not_enough_funds');
      expect(await actual('poor')).toBe('5');
    });

    it('is cancelled by its maker alone, and cannot be redeemed after it', async () => {
      await rich('regret');
      await app.person('thief');
      const { id, code } = await made('regret');
      for (const other of [id, randomUUID()])
        expect((await post(`wallet/codes/${other}/cancel`, 'thief')).status).toBe(404);
      const atOnce = Array.from({ length: 5 }, () => post(`wallet/codes/${id}/cancel`, 'regret'));
      const outcomes = (await Promise.all(atOnce)).map(({ status, body }) => [status, body.status]);
      expect(outcomes).toEqual(outcomes.map(() => [200, 'cancelled']));
      expect((await post(`wallet/codes/${id}/cancel`, 'regret')).status).toBe(200);
      expect((await post('wallet/codes/redeem', 'thief', { code })).body.code).toBe('invalid_code');
      expect(await actual('regret')).toBe('100');
    });

    it('gives its money back after thirty days', async () => {
      await rich('slow');
      const { id, code } = await made('slow');
      await sql`update money_codes set expires_at = created_at where id = ${id}`.execute(
        app.test.database.kysely,
      );
      await app.person('late');
      expect((await post('wallet/codes/redeem', 'late', { code })).body.code).toBe('code_expired');
      await tendCodes(app.platform);
      expect(await actual('slow')).toBe('100');
      expect((await post('wallet/codes/redeem', 'late', { code })).body.code).toBe('code_expired');
    });

    it('of a maker who is switched off waits, and is not used up by trying', async () => {
      await rich('off');
      await app.person('patient');
      const { code } = await made('off');
      const change = { kind: 'ChangeAccount', account: userId('off') } as const;
      await app.runtime.execute({ ...change, key: 'off', withdrawalEnabled: false });
      const another = { currency: 'USDT', amount: '1', client_id: clientId() };
      const refused = await post('wallet/codes', 'off', {
        ...another,
        confirmation: await confirmation('off', 'p2p_code'),
      });
      expect(refused.body.code).toBe('withdrawal_disabled');
      for (let times = 0; times < 2; times += 1)
        expect((await post('wallet/codes/redeem', 'patient', { code })).body.code).toBe('invalid_code');
      await app.runtime.execute({ ...change, key: 'on', withdrawalEnabled: true });
      expect((await post('wallet/codes/redeem', 'patient', { code })).status).toBe(200);
      expect(await actual('patient')).toBe('10');
    });

    it('that nobody made is invalid, whatever is typed', async () => {
      await app.person('guesser');
      for (const code of ['x', '0'.repeat(32), 'EMP-7K2M-9QXT-4HVB-W3RN-C6DP', "' or 1=1 --"])
        expect((await post('wallet/codes/redeem', 'guesser', { code })).body.code).toBe('invalid_code');
    });
  });
}
