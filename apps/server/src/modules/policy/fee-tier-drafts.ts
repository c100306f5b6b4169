import type { FeeTierDraft } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { recordSecurityEvent } from '#modules/identity/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

export type FeeTiers = z.output<typeof FeeTierDraft>;

export async function readFeeTiers(db: QueryExecutorProvider): Promise<FeeTiers> {
  const { rows } = await sql<FeeTiers[number]>`
    select name, trim_scale(volume)::text as volume, maker, taker from fee_tiers order by tier
  `.execute(db);
  return rows;
}

/**
 * Accounts have tiers by their number, so tiers keep their names and places; only what they ask for and cost changes. Answers those of now.
 *
 * @throws Problem fee_tiers_invalid, draft_unchanged.
 */
export async function requireTiers(db: QueryExecutorProvider, tiers: FeeTiers): Promise<FeeTiers> {
  const current = await readFeeTiers(db);
  const isSame = tiers.length === current.length && tiers.every(({ name }, at) => name === current[at]?.name);
  if (!isSame || !doRise(tiers)) throw new Problem('fee_tiers_invalid');
  if (JSON.stringify(tiers) === JSON.stringify(current)) throw new Problem('draft_unchanged');
  return current;
}

/** Each asks for more volume than the one before, and costs no more. The first one asks for none. */
function doRise(tiers: FeeTiers): boolean {
  const volumeOf = (decimal: string) => {
    const units = parseDecimal(decimal, 18);
    return units.ok ? units.value : -1n;
  };
  return tiers.every(({ volume, maker, taker }, at) => {
    const before = tiers[at - 1];
    if (before === undefined) return volumeOf(volume) === 0n;
    return volumeOf(volume) > volumeOf(before.volume) && maker <= before.maker && taker <= before.taker;
  });
}

/** @throws Problem draft_date_taken: a draft of that day waits, or with `alsoProposed` a proposal that is open at that moment. */
export async function requireFreeDay(
  db: QueryExecutorProvider,
  effective: string,
  { alsoProposed }: { alsoProposed?: Date } = {},
): Promise<void> {
  const { rows } = await sql<{ day: Date }>`
    select effective_at as day from fee_tier_drafts where applied_at is null
    union all
    select (payload ->> 'effective')::timestamptz from approvals
    where ${alsoProposed ?? null}::timestamptz is not null and kind = 'fee_tiers' and state in ('open', 'approved')
      and (expires_at > ${alsoProposed ?? null}::timestamptz or due_at is not null)
  `.execute(db);
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  if (rows.some(({ day }) => dayOf(day) === dayOf(new Date(effective))))
    throw new Problem('draft_date_taken');
}

/** Puts drafts into force whose time has come, in their order; the exchange follows. Safe to repeat. */
export async function applyDueFeeTiers(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const applied = await platform.database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; tiers: FeeTiers }>`
      select id, tiers from fee_tier_drafts where applied_at is null and effective_at <= ${now}
      order by effective_at for update
    `.execute(transaction);
    for (const { id, tiers } of rows) {
      await writeTiers(transaction, tiers);
      await sql`update fee_tier_drafts set applied_at = ${now} where id = ${id}`.execute(transaction);
      await recordSecurityEvent(transaction, {
        ...{ event: 'fee_tiers_in_force', origin: null, details: { approval: id } },
      });
    }
    return rows.length;
  });
  if (applied > 0) await reconcileMarkets(platform);
}

async function writeTiers(transaction: QueryExecutorProvider, tiers: FeeTiers): Promise<void> {
  // Volumes are unique at every moment, so they first move out of each other's way.
  const highest = tiers.at(-1)?.volume ?? '0';
  await sql`
    update fee_tiers set volume = (select max(volume) from fee_tiers) + ${highest}::numeric + tier + 1
  `.execute(transaction);
  for (const { name, volume, maker, taker } of tiers)
    await sql`
      update fee_tiers set volume = ${volume}, maker = ${maker}, taker = ${taker} where name = ${name}
    `.execute(transaction);
}
