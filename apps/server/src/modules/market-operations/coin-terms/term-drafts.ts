import type { CoinTermDraft, CoinTerms } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { makeStaffChange, recordStaffAction, type StaffCall } from '#modules/audit/index.ts';
import { forgetMarkets } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { linesOf, requireUsableTerms } from './usable-terms.ts';

export const termsJob = 'market-operations.apply_coin_terms';

const atOnceMax = 100;

/** @throws Problem draft_date_taken: terms of that day wait, or with `alsoProposed` a proposal that is open at that moment. */
export async function requireFreeDay(
  db: QueryExecutorProvider,
  { coin, effective }: { coin: string; effective: string },
  { alsoProposed = null }: { alsoProposed?: Date | null } = {},
): Promise<void> {
  const { rows } = await sql`
    select from (
      select effective_at from coin_term_drafts where coin = ${coin} and state = 'scheduled'
      union all
      select (payload ->> 'effective')::timestamptz from approvals
      where kind = 'coin_terms' and payload ->> 'currency' = ${coin} and state in ('open', 'approved')
        and (expires_at > ${alsoProposed}::timestamptz or due_at is not null) and ${alsoProposed}::timestamptz is not null
    ) taken
    where (effective_at at time zone 'UTC')::date = (${effective}::timestamptz at time zone 'UTC')::date
  `.execute(db);
  if (rows.length > 0) throw new Problem('draft_date_taken');
}

/** Terms that wait for their moment, the nearest first. */
export async function listTermDrafts(db: QueryExecutorProvider): Promise<CoinTermDraft[]> {
  const { rows } = await sql<CoinTermDraft & { at: Date }>`
    select id, coin as currency, effective_at as at, terms from coin_term_drafts
    where state = 'scheduled' order by effective_at
  `.execute(db);
  return rows.map(({ id, currency, at, terms }) => ({ id, currency, effective: at.toISOString(), terms }));
}

export async function scheduleTerms(
  transaction: QueryExecutorProvider,
  { id, coin, effective, terms }: { id: string; coin: string; effective: string; terms: CoinTerms },
): Promise<CoinTerms> {
  await sql`select from coins where code = ${coin} for update`.execute(transaction);
  const before = await requireUsableTerms(transaction, coin, terms);
  await requireFreeDay(transaction, { coin, effective });
  await sql`
    insert into coin_term_drafts (id, coin, effective_at, terms)
    values (${id}, ${coin}, ${effective}, ${JSON.stringify(terms)}::jsonb)
  `.execute(transaction);
  return before;
}

/** @throws Problem draft_not_found. */
export async function callOffTerms(
  platform: Platform,
  call: StaffCall,
  { coin, id }: { coin: string; id: string },
): Promise<void> {
  await makeStaffChange(platform, call, async (transaction) => {
    const now = platform.clock.now();
    const { rows } = await sql<{ effective: Date }>`
      update coin_term_drafts set state = 'cancelled', closed_at = ${now}
      where id = ${id} and coin = ${coin} and state = 'scheduled' and effective_at > ${now}
      returning effective_at as effective
    `.execute(transaction);
    const [draft] = rows;
    if (!draft) throw new Problem('draft_not_found');
    return {
      ...{ action: 'coin_terms_called_off', object: `coin:${coin}`, approvalId: id },
      before: { state: 'scheduled', effective: draft.effective.toISOString() },
      after: { state: 'cancelled' },
    };
  });
}

/** Puts terms into force whose moment has come, each once, the earliest first. Answers how many. */
export async function applyDueTerms(platform: Platform): Promise<number> {
  const { database, clock, log } = platform;
  const { rows } = await sql<{ id: string }>`
    select id from coin_term_drafts where state = 'scheduled' and effective_at <= ${clock.now()}
    order by effective_at limit ${atOnceMax}
  `.execute(database.kysely);
  let applied = 0;
  for (const { id } of rows) {
    try {
      if (await database.kysely.transaction().execute((transaction) => apply(transaction, platform, id)))
        applied += 1;
    } catch (err) {
      log.error({ err, draft: id }, 'terms of a coin could not be put into force');
    }
  }
  if (applied > 0) forgetMarkets(platform);
  return applied;
}

interface DueRow {
  readonly coin: string;
  readonly terms: CoinTerms;
  readonly proposedBy: string;
  readonly reason: string;
}

async function apply(transaction: Transaction<unknown>, platform: Platform, id: string): Promise<boolean> {
  const { rows } = await sql<DueRow>`
    select coin, terms, proposed_by as "proposedBy", reason
    from coin_term_drafts draft join approvals on approvals.id = draft.id
    where draft.id = ${id} and draft.state = 'scheduled' for update of draft
  `.execute(transaction);
  const [due] = rows;
  if (!due) return false;
  const { coin, terms, proposedBy, reason } = due;
  await sql`select from coins where code = ${coin} for update`.execute(transaction);
  const before = await termsNow(transaction, coin, terms);
  await sql`update coins set withdrawal_daily_max = ${terms.withdrawal_daily_max} where code = ${coin}`.execute(
    transaction,
  );
  for (const { network, deposit_fee, deposit_max } of terms.networks)
    await sql`
      update coin_blockchains set deposit_fee = ${deposit_fee}, deposit_max = ${deposit_max}
      where coin = ${coin} and blockchain = ${network}
    `.execute(transaction);
  await sql`
    update coin_term_drafts set state = 'applied', closed_at = ${platform.clock.now()} where id = ${id}
  `.execute(transaction);
  await recordStaffAction(transaction, platform, {
    ...{ action: 'coin_terms_applied', actorId: proposedBy, origin: null, reason, approvalId: id },
    ...{ object: `coin:${coin}`, before: { terms: before }, after: { terms: linesOf(terms) } },
  });
  return true;
}

/** What stands in the tables may be the same already, by a change of the tables by hand. */
async function termsNow(db: QueryExecutorProvider, coin: string, terms: CoinTerms): Promise<string[]> {
  try {
    return linesOf(await requireUsableTerms(db, coin, terms));
  } catch (error) {
    if (error instanceof Problem && error.code === 'draft_unchanged') return linesOf(terms);
    throw error;
  }
}
