import { type QueryExecutorProvider, sql } from 'kysely';
import { applyDueDrafts, requireUsableRules } from '#modules/market-operations/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ApprovalKind, PayloadOf } from './kind.ts';

const aheadMaxMs = 366 * 86_400_000;
const lifeHours = 72;

type Draft = PayloadOf<'market_rules'>;

/** @throws Problem draft_date_taken: rules of that day are scheduled. */
async function requireFreeDay(db: QueryExecutorProvider, { pair, effective }: Draft): Promise<void> {
  const { rows } = await sql`
    select from market_rule_drafts
    where pair = ${pair} and state = 'scheduled'
      and (effective_at at time zone 'UTC')::date = (${effective}::timestamptz at time zone 'UTC')::date
  `.execute(db);
  if (rows.length > 0) throw new Problem('draft_date_taken');
}

/** @throws Problem draft_date_taken: rules of that day are proposed already. */
async function requireNoOtherProposal(
  db: QueryExecutorProvider,
  { pair, effective }: Draft,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    select from approvals
    where kind = 'market_rules' and state in ('open', 'approved') and (expires_at > ${now} or due_at is not null)
      and payload ->> 'pair' = ${pair}
      and ((payload ->> 'effective')::timestamptz at time zone 'UTC')::date
        = (${effective}::timestamptz at time zone 'UTC')::date
  `.execute(db);
  if (rows.length > 0) throw new Problem('draft_date_taken');
}

/** Rules of a market from a moment on. Approved they are scheduled; a job puts them into force. */
export const marketRules: ApprovalKind<'market_rules'> = {
  name: 'market_rules',
  approve: 'markets.approve',
  action: 'market_rules_scheduled',
  lifeHours,
  check: async ({ database, clock }, draft) => {
    await requireUsableRules(database.kysely, draft.pair, draft.rules);
    const now = clock.now();
    const ahead = Date.parse(draft.effective) - now.getTime();
    if (ahead <= 0 || ahead > aheadMaxMs) throw new Problem('draft_date_passed');
    await requireFreeDay(database.kysely, draft);
    await requireNoOtherProposal(database.kysely, draft, now);
  },
  finish: async (transaction, _platform, draft, { id }) => {
    const { pair, effective, rules } = draft;
    await sql`select from pairs where code = ${pair} for update`.execute(transaction);
    const before = await requireUsableRules(transaction, pair, rules);
    await requireFreeDay(transaction, draft);
    await sql`
      insert into market_rule_drafts (id, pair, effective_at, rules)
      values (${id}, ${pair}, ${effective}, ${JSON.stringify(rules)}::jsonb)
    `.execute(transaction);
    return { before: { ...before }, after: { pair, effective, ...rules } };
  },
  // Whoever decided after the day had come waits no longer than others.
  afterwards: async (platform) => void (await applyDueDrafts(platform)),
};
