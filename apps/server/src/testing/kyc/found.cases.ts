import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seedDemoBank } from '#modules/bank/bank-accounts.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import { bed, dayFrom, mark, post, query, quoted, trader } from './kyc-world.ts';

export function whatIsFound(): void {
  describe('what the provider finds', () => {
    it('tells of no new limits where everybody has as much already', async () => {
      await query('update withdrawal_policy set level = 1');
      await bed.handIn(trader, 1);
      await bed.until(trader, ({ state }) => state === 'approved');
      const [notice] = await query(
        "select template from user_notifications where template like 'kyc%' order by id desc limit 1",
      );
      expect(notice?.template).toBe('kyc_approved_same');
      await query('update withdrawal_policy set level = 0');
    });

    it('rejects, and approves the next application: the limit rises, and is told by mail and where its owner looks', async () => {
      expect(await quoted(trader)).toBe('1000');
      await bed.handIn(trader, 1, { number: 'REJECT1' });
      const rejected = await bed.until(trader, ({ state }) => state === 'rejected');
      expect(rejected.application).toMatchObject({ status: 'rejected', reasons: ['data_mismatch'] });
      expect(await quoted(trader)).toBe('1000');
      expect(await bed.newestMail('trader@emporion.test')).toMatchObject({
        subject: expect.stringContaining('declined'),
        text: expect.stringContaining('Your details don’t match the document'),
      });
      const id = await bed.handIn(trader, 1);
      const approved = await bed.until(trader, ({ state }) => state === 'approved');
      expect(approved).toMatchObject({ level: 1, verified_level: 1, expires: dayFrom(1_000) });
      expect(await quoted(trader)).toBe('50000');
      expect((await trader.call({ path: 'profile' })).body).toMatchObject({ kyc_status: 'approved' });
      const notices = await query(
        "select template from user_notifications where template like 'kyc%' order by id",
      );
      expect(notices.map(({ template }) => template)).toEqual([
        ...['kyc_pending', 'kyc_rejected', 'kyc_pending', 'kyc_approved'],
      ]);
      const steps = await query(
        "select event from security_events where event like 'kyc%' and id > $1 order by id",
        [mark.events],
      );
      expect(steps.map(({ event }) => event)).toEqual([
        ...['kyc_pending', 'kyc_rejected', 'kyc_pending', 'kyc_approved'],
      ]);
      expect((await query('select first_name from users where id = $1', [trader.id]))[0].first_name).toBe(
        'Theodora',
      );
      await bed.run('kyc.tend');
      const left = readdirSync(join(bed.exchange.platform.config.dataDir, 'kyc-sandbox', 'files'));
      expect(left, `the provider keeps nothing of ${id}`).not.toContain(id);
      expect(
        await query('select count(*)::int as count from kyc_applications where forgotten_at is null'),
      ).toEqual([{ count: 0 }]);
    });

    it('is asked for when nothing is heard of it', async () => {
      await bed.control('silence');
      await bed.handIn(trader, 1);
      await query("update kyc_applications set updated_at = updated_at - interval '5 minutes'");
      await expect
        .poll(async () => {
          await bed.run('kyc.tend');
          return (await bed.read(trader)).state;
        })
        .toBe('approved');
      // What it was told to forget it has nothing more to say of.
      await bed.control('speak');
      expect(await query('select outcome from kyc_events')).toEqual([{ outcome: 'applied' }]);
    });

    it('unlocks withdrawals to a bank by level, refused by the name of the state', async () => {
      const bank = async (member: Member) =>
        (
          await post(member, 'wallet/withdrawal-recipient', {
            ...{
              currency: 'EUR',
              network: 'bank',
              address: 'DE89370400440532013000',
              holder: 'Theodora Trader',
            },
          })
        ).body.code;
      await seedDemoBank(bed.exchange.test.database.kysely);
      expect(await bank(trader)).toBe('kyc_required');
      await bed.handIn(trader, 1, { number: 'REJECT1' });
      expect(await bank(trader)).toBe('kyc_pending');
      await bed.until(trader, ({ state }) => state === 'rejected');
      expect(await bank(trader)).toBe('kyc_rejected');
      await bed.handIn(trader, 1, { expires: dayFrom(0) });
      await bed.until(trader, ({ state }) => state === 'approved');
      expect(await bank(trader)).toBeUndefined();
      bed.ahead.ms = 86_400_000;
      await bed.run('kyc.end');
      bed.ahead.ms = 0;
      expect(await bank(trader)).toBe('kyc_expired');
    });
  });
}
