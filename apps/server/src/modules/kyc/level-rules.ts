import { capabilitiesOf, fiatCurrencies, type KycLevelRules, type KycPolicy } from '@emporion/contracts/rest';
import { evidenceKinds } from '@emporion/contracts/verification';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { renewalDays } from './apply.ts';

/** Each thing once, in the order of the contract, so that the same rules are the same text. */
export function inOrder(rules: KycLevelRules): KycLevelRules {
  return {
    level: rules.level,
    needs: evidenceKinds.filter((each) => rules.needs.includes(each)),
    by_officer: rules.by_officer,
    bank_currencies: fiatCurrencies.filter((each) => rules.bank_currencies.includes(each)),
    valid_days: rules.valid_days,
  };
}

async function readRules(db: QueryExecutorProvider): Promise<KycLevelRules[]> {
  const { rows } = await sql<KycLevelRules>`
    select level, needs, by_officer, bank_currencies, valid_days from kyc_levels order by level
  `.execute(db);
  return rows.map(inOrder);
}

/** Undefined: there is no such level yet. */
export async function rulesOfLevel(
  db: QueryExecutorProvider,
  level: number,
): Promise<KycLevelRules | undefined> {
  return (await readRules(db)).find((each) => each.level === level);
}

const holds = (all: readonly string[], some: readonly string[]) => some.every((each) => all.includes(each));

/** Level 0 is everybody's and asks for nothing. Each other one asks for a document, whose name and end count, and for all that the one below it does. */
function doBuildUp(levels: readonly KycLevelRules[]): boolean {
  return levels.every(({ level, needs, by_officer, bank_currencies, valid_days }, place) => {
    const below = levels[place - 1];
    if (level !== place) return false;
    if (!below) return needs.length === 0 && !by_officer && valid_days === null;
    return (
      needs.includes('document') && holds(needs, below.needs) && holds(bank_currencies, below.bank_currencies)
    );
  });
}

async function isDecidable(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ roles: string[] }>`
    select roles from users where roles <> '{}' and status = 'active'
  `.execute(db);
  return rows.some(({ roles }) => capabilitiesOf(roles).has('verification.decide'));
}

/**
 * People have levels by number, so none goes; the next one may come. Answers the rules of before.
 *
 * @throws Problem kyc_level_invalid, kyc_level_unreachable for one on which nobody could decide, draft_unchanged.
 */
export async function checkLevel(
  db: QueryExecutorProvider,
  wanted: KycLevelRules,
): Promise<KycLevelRules | undefined> {
  const levels = await readRules(db);
  const before = levels.find(({ level }) => level === wanted.level);
  const after = before
    ? levels.map((each) => (each.level === wanted.level ? wanted : each))
    : [...levels, wanted];
  if (!doBuildUp(after)) throw new Problem('kyc_level_invalid');
  if (JSON.stringify(before) === JSON.stringify(wanted)) throw new Problem('draft_unchanged');
  if (wanted.by_officer && !(await isDecidable(db))) throw new Problem('kyc_level_unreachable');
  return before;
}

/** @throws Problem those of `checkLevel`. */
export async function changeLevel(
  transaction: QueryExecutorProvider,
  rules: KycLevelRules,
  now: Date,
): Promise<KycLevelRules | undefined> {
  await sql`lock table kyc_levels in share row exclusive mode`.execute(transaction);
  const before = await checkLevel(transaction, rules);
  const { level, needs, by_officer, bank_currencies, valid_days } = rules;
  await sql`
    insert into kyc_levels (level, needs, by_officer, bank_currencies, valid_days)
    values (${level}, ${needs}, ${by_officer}, ${bank_currencies}, ${valid_days})
    on conflict (level) do update set needs = excluded.needs, by_officer = excluded.by_officer,
      bank_currencies = excluded.bank_currencies, valid_days = excluded.valid_days
  `.execute(transaction);
  if (before && before.valid_days !== valid_days) await changeEnds(transaction, rules, now);
  return before;
}

/** The last day of what is approved now: that of the document, or sooner by the rules of the level. */
export async function lastDayOf(
  db: QueryExecutorProvider,
  { level, documentExpiresOn, now }: { level: number; documentExpiresOn: string | null; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select least(${documentExpiresOn}::date, ${now.toISOString()}::date + valid_days)::text as day
    from kyc_levels where level = ${level}
  `.execute(db);
  return rows[0]?.day ?? documentExpiresOn;
}

/**
 * Those who are verified for the level end by its new validity. Nobody sooner than the days in which they are told and can renew it: one that would be over by now
 * would fall without a word.
 */
async function changeEnds(
  transaction: QueryExecutorProvider,
  { level, valid_days }: KycLevelRules,
  now: Date,
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await sql`
    with own as (
      select users.id, users.kyc_expires_on as stood, greatest(
        least(shown.document_expires_on, shown.decided_at::date + ${valid_days}::int),
        least(users.kyc_expires_on, ${today}::date + ${renewalDays}::int)
      ) as ends
      from users, lateral (
        select document_expires_on, decided_at from kyc_applications
        where user_id = users.id and stage = 'approved' and document_expires_on is not null
        order by decided_at desc limit 1
      ) as shown
      where kyc_status = 'approved' and kyc_level = ${level}
      order by users.id for no key update of users
    )
    update users set kyc_expires_on = own.ends, kyc_reminded_days = null, staff_version = staff_version + 1
    from own where users.id = own.id and own.ends is distinct from own.stood
  `.execute(transaction);
}

export async function readKycPolicy(db: QueryExecutorProvider): Promise<KycPolicy> {
  const { rows } = await sql<KycPolicy>`
    select keep_approved_days, keep_rejected_days, answer_days, claim_minutes from kyc_policy
  `.execute(db);
  const [policy] = rows;
  if (!policy) throw new Error('The row of kyc_policy is gone.');
  return policy;
}

/** Answers the policy of now. @throws Problem draft_unchanged. */
export async function checkPolicy(db: QueryExecutorProvider, wanted: KycPolicy): Promise<KycPolicy> {
  const current = await readKycPolicy(db);
  const names = Object.keys(current) as (keyof KycPolicy)[];
  if (names.every((name) => current[name] === wanted[name])) throw new Problem('draft_unchanged');
  return current;
}

/** @throws Problem draft_unchanged. */
export async function changePolicy(
  transaction: QueryExecutorProvider,
  { keep_approved_days, keep_rejected_days, answer_days, claim_minutes }: KycPolicy,
): Promise<KycPolicy> {
  const before = await checkPolicy(transaction, {
    ...{ keep_approved_days, keep_rejected_days, answer_days, claim_minutes },
  });
  await sql`
    update kyc_policy set keep_approved_days = ${keep_approved_days}, keep_rejected_days = ${keep_rejected_days},
      answer_days = ${answer_days}, claim_minutes = ${claim_minutes}
  `.execute(transaction);
  return before;
}
