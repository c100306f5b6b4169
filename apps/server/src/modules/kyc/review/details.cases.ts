import { expect, it } from 'vitest';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { bed, compliance, inReview, query, trader } from '#testing/kyc/kyc-world.ts';

/** What staff see of one verification. */
export function verificationDetails(): void {
  it('are shown as of one moment, also while somebody decides', async () => {
    const id = await inReview(trader, { number: 'REVIEW1' }, 1);
    const read = async () => (await compliance.call({ path: `admin/verifications/${id}` })).body;
    const seen = await commitMeanwhile(bed.exchange.test.database, {
      lock: 'lock table kyc_application_log in access exclusive mode',
      call: read,
      change: async (other) => {
        await other.query("update users set kyc_status = 'rejected' where id = $1", [trader.id]);
        await other.query(
          "update kyc_applications set stage = 'rejected', decided_at = now() where id = $1",
          [id],
        );
      },
    });
    expect(seen).toMatchObject({ state: 'review', kyc_state: 'pending' });
    expect(seen.timeline.at(-1).state).toBe('review');
    const after = await read();
    expect(after).toMatchObject({ state: 'rejected', kyc_state: 'rejected' });
    expect(await query('select stage from kyc_applications')).toEqual([{ stage: 'rejected' }]);
  });
}
