import { checkProof } from '@emporion/contracts/liabilities';
import type { LiabilitiesProof } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { verifyJournal } from '#runtime/index.ts';
import { ask, btc, exchange, list, look, operator, own, run, runAll, second, waiting } from './proof-bed.ts';
import { publicationSecrets, readPublicationKey } from './publication-key.ts';
import { askForDue } from './schedule.ts';
import { publicationsPart } from './verify-publications.ts';

export function proofsMadeAnew(): void {
  describe('a publication', () => {
    const { stringify } = JSON;

    it('that was interrupted while its tree was made is made anew', async () => {
      const [id = ''] = await ask(['USDT']);
      const { pool } = exchange.platform.database;
      await pool.query("update liability_publications set status = 'building', progress = 40 where id = $1", [
        id,
      ]);
      await pool.query("insert into liability_parts values ($1, 0, 'half')", [id]);
      await pool.query("insert into liability_leaves values ($1, 'somebody', '{1}')", [id]);
      await runAll();
      const [found] = await list('USDT');
      expect(found?.id).toBe(id);
      expect(await checkProof(await own(second, found as LiabilitiesProof))).toEqual({
        ok: true,
        value: 900_000_000n,
      });
    });

    it('that was interrupted after its digest came into the journal is published with it, and once', async () => {
      const [id = ''] = await ask(['USDT']);
      await runAll();
      const before = (await list('USDT'))[0];
      expect(before?.id).toBe(id);
      await exchange.platform.database.pool.query(
        `update liability_publications set status = 'built', published_at = null, anchored_batch = null where id = $1`,
        [id],
      );
      const { findings } = await verifyJournal(exchange.test.database.pool, [publicationsPart()]);
      expect(findings.flatMap(({ problems }) => problems)).toEqual([]);
      await run({ id });
      await run({ id });
      expect(stringify({ ...(await list('USDT'))[0], published: '', anchored: 0 })).toBe(
        stringify({ ...before, published: '', anchored: 0 }),
      );
    });

    it('is not made of books that do not balance, nor of a balance below zero, and says why', async () => {
      const { pool } = exchange.platform.database;
      // The database itself refuses it, as the core does.
      const alter = 'update balances set available = available + $1 where account = $2 and coin = $3';
      await expect(pool.query(alter, [-900_000_001, second.id, 'USDT'])).rejects.toThrow(
        'balances_are_allowed',
      );
      await pool.query('alter table balances drop constraint balances_are_allowed');
      const changes: [reason: string, ...[account: string, amount: number][]][] = [
        ['all accounts together have 1 of USDT', [second.id, 1]],
        [
          `${second.id} has less than nothing of USDT`,
          [second.id, -900_000_001],
          ['house:custody:testnet', 900_000_001],
        ],
      ];
      for (const [reason, ...changed] of changes) {
        const [id = ''] = await ask(['USDT']);
        for (const [account, amount] of changed) await pool.query(alter, [amount, account, 'USDT']);
        await expect(run(waiting.pop(), true)).rejects.toThrow(reason);
        for (const [account, amount] of changed) await pool.query(alter, [-amount, account, 'USDT']);
        const { body } = await operator.call({ path: 'admin/liabilities' });
        expect(body.results[0]).toMatchObject({ id, status: 'failed', failure: reason });
      }
    });

    it('opens with another secret after a rotation', async () => {
      const { kysely } = exchange.platform.database;
      const { config } = exchange.platform;
      const to = { secret: 'another-secret-of-enough-length-0123456789' };
      const key = await readPublicationKey(kysely, config, btc.id);
      await kysely.transaction().execute(async (transaction) => {
        expect(await publicationSecrets.open(transaction, to)).toBe(false);
        await publicationSecrets.rotate(transaction, { from: config, to });
        expect(await publicationSecrets.open(transaction, to)).toBe(true);
        expect(await readPublicationKey(transaction, to, btc.id)).toEqual(key);
        await publicationSecrets.rotate(transaction, { from: to, to: config });
      });
    });

    it('is due by the schedule’s row, for coins that somebody has', async () => {
      const { platform } = exchange;
      const { pool } = platform.database;
      const at = async (days: number) => {
        const now = new Date(Date.now() + days * 86_400_000);
        await askForDue({ ...platform, clock: { now: () => now } });
        return waiting.splice(0).length;
      };
      // The failed one of before is tried again after a day.
      expect(await at(0)).toBe(0);
      await pool.query("delete from liability_publications where status = 'failed'");
      expect(await at(6)).toBe(0);
      await pool.query('update liability_schedule set is_on = false');
      expect(await at(8)).toBe(0);
      await pool.query('update liability_schedule set is_on = true');
      expect(await at(8)).toBe(3);
      // They are under way.
      expect(await at(8)).toBe(0);
    });
  });

  it('lets one address download a few files in a minute', async () => {
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await look(`liabilities/${btc.id}/file`)).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
}
