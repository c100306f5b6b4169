import { describe, expect, it } from 'vitest';
import { documentSecrets } from '#modules/kyc/documents.ts';
import { bed, client, query } from './kyc-world.ts';

export function whatIsKept(): void {
  describe('the database', () => {
    it('takes no step that there is none of, whoever writes it', async () => {
      await expect(
        query("update users set kyc_status = 'approved' where id = $1", [client.id]),
      ).rejects.toThrow('does not go from none to approved');
      await expect(query('update users set kyc_level = 2 where id = $1', [client.id])).rejects.toThrow(
        'Only who is verified',
      );
      await bed.handIn(client, 1, { number: 'SLOW1' });
      await expect(query("update kyc_applications set stage = 'approved'")).rejects.toThrow(
        'does not go from submitted to approved',
      );
      await query('delete from kyc_application_log');
      await expect(query('delete from kyc_applications')).rejects.toThrow('Applications are kept');
    });

    it('is brought over to another secret with its documents and numbers', async () => {
      await bed.handIn(client, 1);
      await bed.until(client, ({ state }) => state === 'approved');
      const { kysely } = bed.exchange.test.database;
      const from = { secret: bed.exchange.platform.config.secret };
      const to = { secret: 'another-secret-of-the-same-length-as-it' };
      expect(await documentSecrets.open(kysely, from)).toBe(true);
      expect(await documentSecrets.open(kysely, to)).toBe(false);
      const lines = await kysely
        .transaction()
        .execute((transaction) => documentSecrets.rotate(transaction, { from, to }));
      expect(lines).toEqual(['3 documents of verifications go on.']);
      expect(await documentSecrets.open(kysely, to)).toBe(true);
      await expect(
        kysely.transaction().execute((transaction) => documentSecrets.rotate(transaction, { from, to })),
      ).rejects.toThrow('does not open with FORMER_SECRET');
    });
  });
}
