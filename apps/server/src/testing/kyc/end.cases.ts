import { describe, expect, it } from 'vitest';
import { erasePerson } from '#modules/identity/index.ts';
import { approved, bed, client, dayFrom, query, quoted, second } from './kyc-world.ts';

export function theEnd(): void {
  describe('the end', () => {
    const day = 86_400_000;

    it('is told 30 and 7 days before, then ends the verification and its limits, and can be renewed', async () => {
      await bed.handIn(client, 1, { expires: dayFrom(40) });
      await bed.until(client, ({ state }) => state === 'approved');
      const subjects = async () =>
        (await query("select subject from messages where template = 'kyc.update' order by sequence")).map(
          ({ subject }) => subject as string,
        );
      const before = (await subjects()).length;
      const told = async () => (await subjects()).slice(before);
      await bed.run('kyc.end');
      expect(await told()).toEqual([]);
      for (const days of [10, 11, 20]) {
        bed.ahead.ms = days * day;
        await bed.run('kyc.end');
      }
      expect(await told()).toEqual(['Your verification expires soon']);
      expect(
        (await query('select kyc_reminded_days as days from users where id = $1', [client.id]))[0].days,
      ).toBe(30);
      bed.ahead.ms = 34 * day;
      await bed.run('kyc.end');
      await bed.run('kyc.end');
      expect(await told()).toEqual(['Your verification expires soon', 'Your verification expires soon']);
      bed.ahead.ms = 40 * day;
      await bed.run('kyc.end');
      bed.ahead.ms = 41 * day;
      await bed.run('kyc.end');
      bed.ahead.ms = 0;
      expect((await told()).at(-1)).toBe('Verification expired');
      expect(await bed.read(client)).toMatchObject({ state: 'expired', level: 0, verified_level: 0 });
      expect(await quoted(client)).toBe('1000');
      expect((await client.call({ path: 'profile' })).body).toMatchObject({
        kyc_status: 'no',
        kyc_state: 'expired',
      });
      await bed.handIn(client, 1);
      await bed.until(client, ({ state }) => state === 'approved');
      expect(await quoted(client)).toBe('50000');
    });

    it('of a test document comes within minutes: mail, expiry and another verification', async () => {
      await approved(client, 1, { number: 'EXPIRES1' });
      await bed.run('kyc.end');
      const mail = () => bed.newestMail('client@emporion.test');
      expect((await mail())?.subject).toBe('Your verification expires soon');
      expect((await bed.read(client)).state).toBe('approved');
      bed.ahead.ms = 4 * 60_000;
      await bed.run('kyc.end');
      bed.ahead.ms = 0;
      expect((await mail())?.subject).toBe('Verification expired');
      expect(await bed.read(client)).toMatchObject({ state: 'expired', level: 0, verified_level: 0 });
      await approved(client, 1);
      bed.ahead.ms = 86_400_000;
      await bed.run('kyc.end');
      bed.ahead.ms = 0;
      expect((await bed.read(client)).state).toBe('approved');
    });

    it('can be renewed before, without losing anything meanwhile', async () => {
      await bed.handIn(client, 1, { expires: dayFrom(20) });
      const verified = await bed.until(client, ({ state }) => state === 'approved');
      expect(verified.renewable).toBe(true);
      await bed.handIn(client, 1);
      expect((await bed.read(client)).state).toBe('approved');
      const renewed = await bed.until(client, ({ renewable }) => !renewable);
      expect(renewed).toMatchObject({ state: 'approved', expires: dayFrom(1_000) });
    });

    it('of what was kept comes by schedule, and with the account', async () => {
      const count = async () => (await query('select count(*)::int as count from kyc_documents'))[0].count;
      await bed.handIn(client, 1, { number: 'REJECT1' });
      await bed.until(client, ({ state }) => state === 'rejected');
      expect(await count()).toBeGreaterThan(0);
      bed.ahead.ms = 89 * day;
      await bed.run('kyc.expire');
      expect(await count()).toBeGreaterThan(0);
      bed.ahead.ms = 91 * day;
      await bed.run('kyc.expire');
      expect(await count()).toBe(0);
      bed.ahead.ms = 0;
      await bed.handIn(second, 1, { person: { first_name: 'Secunda' } });
      await bed.until(second, ({ state }) => state === 'approved');
      expect(await count()).toBeGreaterThan(0);
      const { database } = bed.exchange.test;
      await database.kysely
        .transaction()
        .execute((transaction) => erasePerson(transaction, bed.exchange.platform, second.id));
      expect(await count()).toBe(0);
      expect(
        await query('select first_name, document_number, files from kyc_applications where user_id = $1', [
          second.id,
        ]),
      ).toEqual([{ first_name: null, document_number: null, files: [] }]);
      expect((await query('select kyc_status from users where id = $1', [second.id]))[0].kyc_status).toBe(
        'none',
      );
    });
  });
}
