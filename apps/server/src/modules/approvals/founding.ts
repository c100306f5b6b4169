import { builtInRoles, type Capability, staffRoles } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { sharesPerson } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { kindOf } from './kinds/index.ts';
import type { Proposal } from './propose.ts';

/**
 * Whether the first administrator does this alone: the second administrator, the first market and the first rate of each currency, once each, while there is nobody
 * who could vote. Otherwise an installation would need a second person in order to get one.
 *
 * @throws Problem same_person for a second administrator who seems to be the first.
 */
export async function isFounding(
  transaction: QueryExecutorProvider,
  { kind, payload, by }: Pick<Proposal, 'kind' | 'payload' | 'by'>,
): Promise<boolean> {
  const isSecondAdministrator =
    kind === 'role_grant' && 'role' in payload && payload.role === 'administrator';
  if (!isSecondAdministrator && kind !== 'market_reopening' && kind !== 'fiat_rate') return false;
  // Of two at once the later one sees the earlier.
  await sql`select pg_advisory_xact_lock(hashtext('founding'))`.execute(transaction);
  if (await hasVoter(transaction, { by, capability: kindOf(kind).approve })) return false;
  if (kind === 'fiat_rate') return 'currency' in payload && !(await hadRate(transaction, payload.currency));
  if (!isSecondAdministrator) return !(await wasEverOpen(transaction));
  if (await hadSecondAdministrator(transaction)) return false;
  if ('user' in payload && (await sharesPerson(transaction, { userId: payload.user, others: [by] })))
    throw new Problem('same_person');
  return true;
}

async function hasVoter(
  db: QueryExecutorProvider,
  { by, capability }: { by: string; capability: Capability },
): Promise<boolean> {
  const roles = staffRoles.filter((role) =>
    (builtInRoles[role] as readonly Capability[]).includes(capability),
  );
  const { rows } = await sql`
    select from users where roles <> '{}' and roles && ${roles}::text[] and status <> 'closed' and id <> ${by} limit 1
  `.execute(db);
  return rows.length > 0;
}

const happens = sql`state in ('approved', 'executed') or (state = 'open' and due_at is not null)`;

async function hadSecondAdministrator(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`
    select from approvals where kind = 'role_grant' and payload ->> 'role' = 'administrator' and (${happens}) limit 1
  `.execute(db);
  return rows.length > 0;
}

async function hadRate(db: QueryExecutorProvider, currency: string): Promise<boolean> {
  const { rows } = await sql`
    select from approvals where kind = 'fiat_rate' and payload ->> 'currency' = ${currency} and (${happens})
    union all select from fiat_rates where currency = ${currency} limit 1
  `.execute(db);
  return rows.length > 0;
}

async function wasEverOpen(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`
    select from approvals where kind in ('market_reopening', 'markets_reopening') and (${happens})
    union all select from pairs where state = 'open' limit 1
  `.execute(db);
  return rows.length > 0;
}
