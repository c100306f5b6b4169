import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { oneAtATime } from '#platform/concurrency/shared-answer.ts';
import type { Platform } from '#platform/platform.ts';

interface Measured {
  readonly network: string;
  readonly kind: string;
  readonly status: string;
  readonly waitsFor: string;
  readonly count: number;
  readonly seconds: number;
}

/** Transactions of ours that are not final, and how long the oldest has been on its way: so that an operator sees one that is stuck, and why. */
export function measurePayouts({ database, log, metrics }: Platform): void {
  const registers = [metrics.registry];
  // What was measured last, for as long as the database does not answer.
  let measured: readonly Measured[] = [];
  const look = oneAtATime(async (): Promise<readonly Measured[]> => {
    try {
      const { rows } = await sql<Measured>`
        select network, kind, status, coalesce(waits_for, '') as "waitsFor", count(*)::float8 as count,
          extract(epoch from now() - min(created_at))::float8 as seconds
        from payouts where status not in ('completed', 'failed', 'replaced') group by 1, 2, 3, 4
        union all
        -- Of each network one that says none, so that nothing on its way differs from nothing measured.
        select code, 'payout', 'building', '', 0, 0 from blockchains
        where not exists (
          select from payouts where network = code and kind = 'payout' and status = 'building' and waits_for is null
        )
      `.execute(database.kysely);
      measured = rows;
    } catch (err) {
      log.debug({ err }, 'a measure could not be taken');
    }
    return measured;
  });
  new Gauge({
    name: 'wallet_payouts',
    help: 'Transactions of ours that are not final, by where they stand and what they wait for.',
    labelNames: ['network', 'kind', 'status', 'waits_for'],
    registers,
    async collect() {
      const found = await look();
      this.reset();
      for (const { network, kind, status, waitsFor, count } of found)
        this.set({ network, kind, status, waits_for: waitsFor }, count);
    },
  });
  new Gauge({
    name: 'wallet_payouts_oldest_seconds',
    help: 'How long the oldest transaction of ours that is not final has been on its way.',
    labelNames: ['network'],
    registers,
    async collect() {
      const found = await look();
      this.reset();
      const oldest = new Map<string, number>();
      for (const { network, seconds } of found)
        oldest.set(network, Math.max(seconds, oldest.get(network) ?? 0));
      for (const [network, seconds] of oldest) this.set({ network }, seconds);
    },
  });
}
