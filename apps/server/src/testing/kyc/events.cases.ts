import { describe, expect, it } from 'vitest';
import { bed, dayFrom, query, trader } from './kyc-world.ts';

export function eventsOfTheProvider(): void {
  describe('events', () => {
    const eventOf = async (id: string, more: object = {}) => ({
      id: `test-${Math.random()}`,
      result: {
        ...{ application: id, declaration: await bed.declared(id) },
        ...{ sequence: 5, verdict: 'clear' as const, reasons: [], files: [] },
        document: { type: 'passport' as const, number: 'P1', expires: dayFrom(900) },
        ...more,
      },
    });

    it('are refused by name when forged, old, without headers, replayed or no event', async () => {
      const id = await bed.handIn(trader, 1, { number: 'SLOW1' });
      const event = await eventOf(id);
      expect(await bed.tell(event, { secret: 'x'.repeat(40) })).toEqual({
        status: 401,
        code: 'invalid_signature',
      });
      expect((await bed.tell(event, { ageSeconds: 301 })).code).toBe('timestamp_too_old');
      // Five minutes ahead are allowed. A slow machine brings this one nearer, and an hour is more than any load takes.
      expect((await bed.tell(event, { ageSeconds: -3_600 })).code).toBe('timestamp_too_old');
      expect((await bed.tell(event, { headers: { 'x-verification-nonce': '' } })).code).toBe('invalid_nonce');
      // The nonce is signed too: another one does not make a replay good.
      const other = { 'x-verification-nonce': 'A'.repeat(22) };
      expect((await bed.tell(event, { headers: other })).code).toBe('invalid_signature');
      expect((await bed.tell('{"id":1}')).code).toBe('invalid_request_format');
      expect((await bed.tell('no json')).code).toBe('invalid_request_format');
      expect((await bed.read(trader)).state).toBe('pending');
      expect(await query('select event from kyc_events')).toEqual([]);
      const nonce = 'once-and-never-again';
      expect((await bed.tell(event, { nonce })).status).toBe(200);
      expect(await bed.tell(event, { nonce })).toEqual({ status: 401, code: 'invalid_nonce' });
      // It counted, and names no files: staff look.
      expect((await bed.read(trader)).application?.status).toBe('review');
    });

    it('count once and never backwards, in whatever order they come', async () => {
      const id = await bed.handIn(trader, 2, { number: 'SLOW1' });
      const outcomes = () => query('select sequence, outcome from kyc_events order by received_at, sequence');
      const unknown = await eventOf('00000000-0000-4000-8000-000000000000');
      expect((await bed.tell(unknown)).status).toBe(200);
      const newer = await eventOf(id, { sequence: 7, verdict: 'review' });
      const older = await eventOf(id, { sequence: 6, verdict: 'rejected', reasons: ['under_age'] });
      await bed.tell(newer);
      await bed.tell(older);
      await bed.tell(newer);
      expect(await outcomes()).toEqual([
        { sequence: 5, outcome: 'refused' },
        { sequence: 7, outcome: 'applied' },
        { sequence: 6, outcome: 'late' },
      ]);
      expect((await bed.read(trader)).application?.status).toBe('review');
      await Promise.all(Array.from({ length: 8 }, async () => bed.tell(newer)));
      expect(await outcomes()).toHaveLength(3);
    });

    it('of the sandbox may be delivered again and change nothing', async () => {
      const id = await bed.handIn(trader, 1);
      await bed.until(trader, ({ state }) => state === 'approved');
      await bed.control('repeat', id);
      expect(await query('select outcome from kyc_events')).toEqual([{ outcome: 'applied' }]);
      expect(
        await query("select count(*)::int as count from user_notifications where template = 'kyc_approved'"),
      ).toEqual([{ count: 1 }]);
    });
  });
}
