import { describe, expect, it } from 'vitest';
import type { MortalExchange } from '../support/mortal-exchange.ts';
import { logIn, type Person, Witness } from '../support/trading-load.ts';

/** A bound for a hang, not for speed. */
const patient = { timeout: 120_000 };
const token = 'vN3xQ8mK2pL7wR4tY9zB';

const order = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.001', price: '50000' };
const placing = (person: Person, id: string) =>
  ({ person, method: 'POST', path: 'orders/', body: { ...order, client_order_id: id } }) as const;

/** First of all: what the server has said by its end is only this. */
export function faults(exchangeOf: () => MortalExchange): void {
  describe('the server', () => {
    it('that finds another one on its database ends with a sentence, and the other one lives', async () => {
      const exchange = exchangeOf();
      const second = await exchange.startAnother();
      expect(await second.exited).toBe(1);
      expect(second.output()).toContain('Another server runs on this database');
      expect(second.output()).not.toContain('    at ');
      expect((await fetch(`${exchange.url}/readyz`)).status).toBe(200);
    });

    it('whose journal cannot be written acknowledges nothing, ends with a sentence, and goes on at its next start', async () => {
      const exchange = exchangeOf();
      const { pause, product: first, url } = exchange;
      const person = { side: 'buy', token: await logIn(url, 'trader@emporion.test') } as const;
      const seen = new Witness(() => undefined);
      expect(await seen.send(url, placing(person, 'before'))).toMatchObject({ status: 200 });
      await pause.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
      await pause.query(
        'create trigger full_disk before insert on journal for each row execute function full_disk()',
      );
      expect(await seen.send(url, placing(person, 'during'))).toBeUndefined();
      expect(await first.exited).toBe(1);
      // In the log and at the end.
      expect(first.output().split('The disk of the database is full')).toHaveLength(3);
      expect(first.output()).toContain('No space left on device');
      expect(first.output()).not.toContain('    at ');
      await pause.query('drop function full_disk cascade');
      // Another folder has another signer, whose keys are not those that deposits go to.
      const stranger = await exchange.startAnother();
      expect(await stranger.exited).toBe(1);
      expect(stranger.output()).toContain(
        'public key for bitcoin is not the one that this exchange has known',
      );
      // Seals the database anew at the next start, which cannot write that down.
      await pause.query(`create table kept as table secret_seal; delete from secret_seal;
        create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger full_disk before insert on secret_seal for each row execute function full_disk()`);
      const starting = await exchange.startAnother();
      expect(await starting.exited).toBe(1);
      expect(starting.output()).toContain('The disk of the database is full');
      expect(starting.output()).toContain('so the server does not start');
      expect(starting.output()).not.toContain('This is a bug');
      // The timer of the jobs fails in a promise that no caller awaits.
      await pause.query(`drop trigger full_disk on secret_seal; insert into secret_seal select * from kept; drop table kept;
        delete from graphile_worker._private_known_crontabs;
        create trigger full_disk before insert on graphile_worker._private_known_crontabs
          for each row execute function full_disk()`);
      await exchange.start({ METRICS_TOKEN: token });
      const { output } = exchange.product;
      const failures = async () => {
        const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
        return /background_errors_total\{reason="disk_full"\} (\d+)/.exec(await answer.text())?.[1] ?? '0';
      };
      await expect.poll(failures, patient).not.toBe('0');
      expect(output()).toContain('The disk of the database is full, so a background task failed');
      expect(output()).not.toContain('    at ');
      await pause.query('drop function full_disk cascade');
      const timed = () =>
        pause.query('select count(*)::int as count from graphile_worker._private_known_crontabs');
      await expect.poll(timed, patient).not.toEqual([{ count: 0 }]);
      await seen.settleDoubts(url);
      expect([...seen.placed.keys()]).toEqual(['before', 'during']);
    });
  });
}
