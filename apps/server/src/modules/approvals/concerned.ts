import { type ApprovalKindName, capabilitiesOf } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { findUser, lockUser } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { kindOf } from './kinds/index.ts';

export interface Concerned {
  readonly kind: ApprovalKindName;
  readonly concerns: string | null;
  /** Who proposed it and who approved it, as far as they have. */
  readonly people: readonly string[];
  /** Keeps the account as it is until the transaction ends. */
  readonly isLocked?: boolean;
}

/**
 * Whether something may be done about an account by these people, when it is proposed and again when it is carried out: the account may have closed meanwhile, or its
 * owner become one of the staff, with whom only those deal who may.
 *
 * @throws Problem account_not_found.
 */
export async function requireConcerned(
  db: QueryExecutorProvider,
  { kind, concerns, people, isLocked = false }: Concerned,
): Promise<void> {
  if (concerns === null) return;
  const account = await (isLocked ? lockUser : findUser)(db, concerns);
  if (!account || (account.status === 'closed' && !kindOf(kind).ofClosed))
    throw new Problem('account_not_found');
  if (account.roles.length === 0) return;
  const { rows } = await sql<{ roles: string[] }>`
    select roles from users where id = any (${[...people]}::uuid[]) and status = 'active'
  `.execute(db);
  const dealing = rows.filter(({ roles }) => capabilitiesOf(roles).has('staff.edit'));
  if (dealing.length < new Set(people).size) throw new Problem('account_not_found');
}

/** Whether it takes `staff.edit` to vote on it. */
export async function concernsStaff(db: QueryExecutorProvider, concerns: string | null): Promise<boolean> {
  if (concerns === null) return false;
  const account = await findUser(db, concerns);
  return (account?.roles.length ?? 0) > 0;
}
