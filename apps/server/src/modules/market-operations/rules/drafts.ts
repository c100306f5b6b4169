import type { MarketRulesOnWire, RuleDraft } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { z } from 'zod';
import { makeStaffChange, recordStaffAction, type StaffCall } from '#modules/audit/index.ts';
import { reconcileMarkets } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { requireUsableRules } from './usable-rules.ts';

export const draftsJob = 'market-operations.apply_drafts';

const draftsMax = 100;

interface DraftRow {
  readonly id: string;
  readonly pair: string;
  readonly effectiveAt: Date;
  readonly rules: MarketRulesOnWire;
  readonly state: 'scheduled' | 'applied' | 'cancelled';
  readonly closedAt: Date | null;
}

const columns = sql`id, pair, effective_at as "effectiveAt", rules, state, closed_at as "closedAt"`;

function onWire({ id, pair, effectiveAt, rules, state, closedAt }: DraftRow): z.output<typeof RuleDraft> {
  return {
    id,
    pair,
    effective: effectiveAt.toISOString(),
    rules,
    state,
    closed: closedAt?.toISOString() ?? null,
  };
}

/** Of a market, the furthest ahead first. */
export async function listDrafts(
  { database }: Platform,
  pair: string,
): Promise<z.output<typeof RuleDraft>[]> {
  const { rows } = await sql<DraftRow>`
    select ${columns} from market_rule_drafts where pair = ${pair} order by effective_at desc limit ${draftsMax}
  `.execute(database.kysely);
  return rows.map(onWire);
}

/** @throws Problem draft_not_found. */
export async function cancelDraft(
  platform: Platform,
  call: StaffCall,
  { pair, id }: { pair: string; id: string },
): Promise<z.output<typeof RuleDraft>> {
  const cancelled: DraftRow[] = [];
  await makeStaffChange(platform, call, async (transaction) => {
    const { rows } = await sql<DraftRow>`
      update market_rule_drafts set state = 'cancelled', closed_at = ${platform.clock.now()}
      where id = ${id} and pair = ${pair} and state = 'scheduled' returning ${columns}
    `.execute(transaction);
    const [draft] = rows;
    if (!draft) throw new Problem('draft_not_found');
    cancelled.push(draft);
    return {
      ...{ action: 'market_rules_called_off', object: `market:${pair}`, approvalId: id },
      ...{
        before: { state: 'scheduled', effective: draft.effectiveAt.toISOString() },
        after: { state: 'cancelled' },
      },
    };
  });
  const [draft] = cancelled;
  if (!draft) throw new Problem('draft_not_found');
  return onWire(draft);
}

/** Puts rules into force whose moment has come, each once, the earliest first. Answers how many. */
export async function applyDueDrafts(platform: Platform): Promise<number> {
  const { database, clock, log } = platform;
  const { rows } = await sql<{ id: string }>`
    select id from market_rule_drafts where state = 'scheduled' and effective_at <= ${clock.now()}
    order by effective_at limit ${draftsMax}
  `.execute(database.kysely);
  let applied = 0;
  for (const { id } of rows) {
    try {
      if (await applyDraft(platform, id)) applied += 1;
    } catch (err) {
      log.error({ err, draft: id }, 'rules of a market could not be put into force');
    }
  }
  if (applied > 0) await reconcileMarkets(platform);
  return applied;
}

function applyDraft(platform: Platform, id: string): Promise<boolean> {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<DraftRow & { proposedBy: string; reason: string }>`
      select market_rule_drafts.id, pair, effective_at as "effectiveAt", rules, market_rule_drafts.state,
        market_rule_drafts.closed_at as "closedAt", proposed_by as "proposedBy", reason
      from market_rule_drafts join approvals on approvals.id = market_rule_drafts.id
      where market_rule_drafts.id = ${id} and market_rule_drafts.state = 'scheduled' for update of market_rule_drafts
    `.execute(transaction);
    const [draft] = rows;
    if (!draft) return false;
    const { pair, rules } = draft;
    await sql`select from pairs where code = ${pair} for update`.execute(transaction);
    const before = await requireUsableRules(transaction, pair, rules);
    await sql`
      update pairs set tick = ${rules.tick}, lot = ${rules.lot}, quantity_min = ${rules.quantity_min}, quantity_max = ${rules.quantity_max},
        cost_min = ${rules.cost_min}, cost_max = ${rules.cost_max}, band_percent = ${rules.band}
      where code = ${pair}
    `.execute(transaction);
    await sql`
      update market_rule_drafts set state = 'applied', closed_at = ${platform.clock.now()} where id = ${id}
    `.execute(transaction);
    await recordStaffAction(transaction, platform, {
      ...{ action: 'market_rules_applied', actorId: draft.proposedBy, origin: null, reason: draft.reason },
      ...{ approvalId: id, object: `market:${pair}`, before: { ...before }, after: { ...rules } },
    });
    return true;
  });
}
