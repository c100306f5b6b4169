import { LiabilitiesRun } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Member } from '#testing/staffed-exchange.ts';
import { exchange, keepProofs, look, operator, runAll, trader, waiting } from './proof-bed.ts';

export function proofsAskedFor(): void {
  describe('an operator', () => {
    const body = { reason: 'Quarterly audit' };
    const start = async (member: Member, more: object) =>
      member.call({ method: 'POST', path: 'admin/liabilities', body: { ...body, ...more } });

    it('is asked for a fresh code and a reason, and others are refused', async () => {
      expect(await start(operator, {})).toMatchObject({ status: 401, body: { code: 'two_factor_required' } });
      expect(await start(operator, { reason: ' ' })).toMatchObject({ status: 422 });
      expect(await start(operator, { coin: 'NOPE' })).toMatchObject({
        status: 422,
        body: { code: 'coin_invalid' },
      });
      expect(await start(trader, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await trader.call({ path: 'admin/liabilities' })).status).toBe(404);
      expect(waiting).toEqual([]);
    });

    it('has the proof of every coin made, each once, and sees how far it is', async () => {
      const { status, body: answer } = await start(operator, { confirmation: await operator.freshCode() });
      expect(status).toBe(200);
      expect(answer.results).toHaveLength(12);
      expect(waiting).toHaveLength(12);
      const again = await start(operator, { coin: 'BTC', confirmation: await operator.freshCode() });
      expect(again.body.results).toEqual([
        expect.objectContaining({ coin: 'BTC', status: 'waiting', progress: 0, reason: 'Quarterly audit' }),
      ]);
      expect(waiting).toHaveLength(12);
      expect((await look('liabilities')).json()).toEqual({ results: [], more: false });
      await runAll();
      const { body: shown } = await operator.call({ path: 'admin/liabilities' });
      for (const each of shown.results)
        expect(LiabilitiesRun.parse(each)).toMatchObject({
          status: 'published',
          progress: 100,
          requested_by: operator.id,
        });
      const { rows } = await sql<{ details: object }>`
      select details from security_events where event = 'liabilities_proof_requested' and actor_id = ${operator.id}
    `.execute(exchange.platform.database.kysely);
      expect(rows.map(({ details }) => details)).toEqual([
        { coin: null, reason: 'Quarterly audit' },
        { coin: 'BTC', reason: 'Quarterly audit' },
      ]);
      // Everything after it looks at these.
      await keepProofs();
    });
  });
}
