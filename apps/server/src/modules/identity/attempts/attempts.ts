import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { keyedHash } from '../keys.ts';
import { foldEmail } from '../users/email-folding.ts';

/** How failures of one kind are answered. */
export interface AttemptPolicy {
  /** What is counted, such as `login:account`. */
  readonly scope: string;
  /** So many failures are free; each one after it blocks, for twice as long as the one before. */
  readonly freeFailures: number;
  readonly blockSecondsMin: number;
  readonly blockSecondsMax: number;
  /** After so long without a failure the count begins anew. */
  readonly forgetSeconds: number;
}

export interface AttemptState {
  readonly failures: number;
  /** Seconds until another attempt is allowed; 0 when one is. */
  readonly blockedSeconds: number;
}

/** An attempt that was counted, with what it takes to undo that. */
export interface TakenAttempt {
  /** The count with this one. */
  readonly failures: number;
  readonly at: Date;
  /** When the one before it was counted; null when there was none. */
  readonly previousAt: Date | null;
}

type Needs = Pick<Platform, 'clock' | 'config'>;

/** Reads the count of a subject: an address, a typed e-mail, an account with a purpose. It is kept as a hash. */
export async function readAttempts(
  db: QueryExecutorProvider,
  { clock, config }: Needs,
  { policy, subject }: { readonly policy: AttemptPolicy; readonly subject: string },
): Promise<AttemptState> {
  const { rows } = await sql<{ failures: number; lastFailureAt: Date; blockedUntil: Date | null }>`
    select failures, last_failure_at as "lastFailureAt", blocked_until as "blockedUntil" from attempt_counters
    where scope = ${policy.scope} and key = ${keyOf(config, subject)}
  `.execute(db);
  const row = rows[0];
  const now = clock.now().getTime();
  if (row === undefined) return { failures: 0, blockedSeconds: 0 };
  const blockedSeconds = Math.max(0, Math.ceil(((row.blockedUntil?.getTime() ?? 0) - now) / 1000));
  const forgotten = blockedSeconds === 0 && now - row.lastFailureAt.getTime() > policy.forgetSeconds * 1000;
  return forgotten ? { failures: 0, blockedSeconds: 0 } : { failures: row.failures, blockedSeconds };
}

/**
 * Counts an attempt before it is made, so that many at once cannot all slip in under the same count. Whoever succeeds
 * takes it back with `clearAttempts` or `refundAttempt`. While blocked nothing is counted: a stranger cannot make a
 * block longer by knocking on.
 */
export async function takeAttempt(
  db: QueryExecutorProvider,
  platform: Needs,
  counter: { readonly policy: AttemptPolicy; readonly subject: string },
): Promise<AttemptState & TakenAttempt> {
  const taken = await countAttempt(db, platform, counter);
  if (taken !== undefined) return { ...taken, blockedSeconds: 0 };
  const state = await readAttempts(db, platform, counter);
  const blockedSeconds = Math.max(1, state.blockedSeconds);
  return { failures: state.failures, blockedSeconds, at: platform.clock.now(), previousAt: null };
}

/**
 * Counts an attempt only while fewer than `below` are counted: the look at the count and the counting are one step.
 * Undefined when there were that many, or it is blocked, and nothing was counted.
 */
export async function countAttempt(
  db: QueryExecutorProvider,
  { clock, config }: Needs,
  {
    policy,
    subject,
    below = Number.MAX_SAFE_INTEGER,
  }: { readonly policy: AttemptPolicy; readonly subject: string; readonly below?: number },
): Promise<TakenAttempt | undefined> {
  const now = clock.now();
  const stale = new Date(now.getTime() - policy.forgetSeconds * 1000);
  const key = keyOf(config, subject);
  const blockedByFirst =
    policy.freeFailures > 1 ? null : new Date(now.getTime() + policy.blockSecondsMin * 1_000);
  // The row is locked by reading it, so what it held before is what is overwritten.
  const { rows } = await sql<{ failures: number; previousAt: Date | null }>`
    with before as materialized (
      select last_failure_at from attempt_counters where scope = ${policy.scope} and key = ${key} for update
    )
    insert into attempt_counters as counter (scope, key, failures, last_failure_at, blocked_until)
    select ${policy.scope}, ${key}, 1, ${now}::timestamptz, ${blockedByFirst}::timestamptz
    from (select count(*) from before) as locked
    on conflict (scope, key) do update set
      failures = case when counter.last_failure_at < ${stale} then 1 else counter.failures + 1 end,
      last_failure_at = ${now},
      blocked_until = case
        when counter.last_failure_at < ${stale} then ${blockedByFirst}::timestamptz
        when counter.failures + 1 < ${policy.freeFailures} then null
        else ${now}::timestamptz + make_interval(secs => least(
          ${policy.blockSecondsMax}::float8,
          ${policy.blockSecondsMin}::float8 * power(2::float8, least(counter.failures + 1 - ${policy.freeFailures}, 30))
        ))
      end
    where (counter.blocked_until is null or counter.blocked_until <= ${now})
      and (counter.failures < ${below}::bigint or counter.last_failure_at < ${stale})
    returning failures, (select last_failure_at from before) as "previousAt"
  `.execute(db);
  return rows[0] && { ...rows[0], at: now };
}

/**
 * Takes one attempt back, for one that turned out to be no failure; the others stay counted. Where none was counted
 * after it, its block goes too: none stood before it, for while blocked nothing is counted. Otherwise the block may be
 * that of a later failure, and stays as long as the count still calls for one.
 */
export async function refundAttempt(
  db: QueryExecutorProvider,
  { config }: Pick<Platform, 'config'>,
  {
    policy,
    subject,
    taken,
  }: { readonly policy: AttemptPolicy; readonly subject: string; readonly taken: TakenAttempt },
): Promise<void> {
  const isNewest = sql`failures = ${taken.failures} and last_failure_at = ${taken.at}`;
  await sql`
    update attempt_counters set
      failures = greatest(failures - 1, 0),
      last_failure_at = case
        when ${isNewest} then coalesce(${taken.previousAt}::timestamptz, last_failure_at)
        else last_failure_at
      end,
      blocked_until = case when ${isNewest} or failures - 1 < ${policy.freeFailures} then null else blocked_until end
    where scope = ${policy.scope} and key = ${keyOf(config, subject)}
  `.execute(db);
}

export async function clearAttempts(
  db: QueryExecutorProvider,
  { config }: Pick<Platform, 'config'>,
  { policy, subject }: { readonly policy: AttemptPolicy; readonly subject: string },
): Promise<void> {
  await sql`
    delete from attempt_counters where scope = ${policy.scope} and key = ${keyOf(config, subject)}
  `.execute(db);
}

function keyOf(config: Platform['config'], subject: string): string {
  return keyedHash(config, 'counters', foldEmail(subject)).toString('base64url');
}
