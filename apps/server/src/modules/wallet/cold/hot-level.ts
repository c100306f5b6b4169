import { parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { type Network, readNetworks } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { listHotLimits, queuedOf } from './hot-limits.ts';
import { insertRefill } from './refill.ts';

interface Level {
  readonly coin: string;
  readonly units: string;
  readonly decimals: number;
}

/**
 * Compares what payouts can be made from, less what people have asked for, with the floor. Below it there is an alarm, and a refill is asked for unless one is
 * open; once there is enough again, one that nobody has begun with is called off.
 */
export async function watchHotLevel(platform: Platform, network: Network): Promise<void> {
  const { kysely } = platform.database;
  const limits = await listHotLimits(kysely, network.code);
  if (limits.length === 0) return;
  // Outputs are spent where they lie, those of users too.
  const there = network.family === 'bitcoin' ? sql`hot + users` : sql`hot`;
  const { rows } = await sql<Level>`
    select coin, (${there})::text as units, decimals from book_checks where network = ${network.code}
  `.execute(kysely);
  const { coins } = await readNetworks(platform);
  for (const { coin, floor, target } of limits) {
    const level = rows.find((row) => row.coin === coin);
    const listed = coins.find((each) => each.coin === coin && each.network === network.code);
    if (!level || !listed) continue;
    const units = (decimal: string) => {
      const parsed = parseDecimal(decimal, level.decimals);
      return parsed.ok ? parsed.value : 0n;
    };
    const free = BigInt(level.units) - units(await queuedOf(kysely, { network: network.code, coin }));
    if (free >= units(floor)) {
      await sql`
        update cold_refills set status = 'cancelled', reason = 'not_needed', updated_at = now()
        where network = ${network.code} and coin = ${coin} and status = 'requested' and asked_by is null
      `.execute(kysely);
      continue;
    }
    const missing = units(target) - free;
    const step = 10n ** BigInt(level.decimals - listed.decimals);
    const amount = (missing + step - 1n) / step;
    const refill =
      amount > 0n && (await insertRefill(kysely, { network: network.code, coin, amount, askedBy: null }));
    if (refill)
      platform.log.error(
        { part: 'cold', network: network.code, coin, floor, refill: refill.id },
        'the hot wallet is below its floor: bring coins from the cold one',
      );
  }
}

/** What lies hot, and whether that is too little. */
export function measureHotLevel({ metrics, database }: Platform): void {
  new Gauge({
    name: 'wallet_hot_below_floor',
    help: '1 for a coin of which less can be paid out than its floor.',
    labelNames: ['network', 'coin'],
    registers: [metrics.registry],
    async collect() {
      const { rows } = await sql<{ network: string; coin: string; isBelow: boolean }>`
        select limits.network, limits.coin, exists (
          select from cold_refills refills
          where refills.network = limits.network and refills.coin = limits.coin and asked_by is null
            and status not in ('completed', 'failed', 'cancelled')
        ) as "isBelow" from hot_limits limits
      `.execute(database.kysely);
      for (const { network, coin, isBelow } of rows) this.set({ network, coin }, isBelow ? 1 : 0);
    },
  });
}
