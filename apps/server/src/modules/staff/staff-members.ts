import type { StaffMember, StaffRole } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

interface MemberRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly status: StaffMember['status'];
  readonly strongFactor: boolean;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
}

const selection = sql`
  id, username, email, roles, status, last_login_at as "lastLoginAt", created_at as "createdAt",
  exists (select from totp_factors t where t.user_id = users.id and t.confirmed_at is not null)
    or exists (select from passkeys p where p.user_id = users.id) as "strongFactor"
`;

/** Staff after the one with the id `after`, one more than the page has. They are few, and an index has nobody else in it. */
export async function listMembers(
  db: QueryExecutorProvider,
  { after, role, limit }: { after: string | undefined; role: StaffRole | undefined; limit: number },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${selection} from users
    where roles <> '{}' and status <> 'closed'
      and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
      and (${role ?? null}::text is null or ${role ?? null} = any (roles))
    order by id limit ${limit + 1}
  `.execute(db);
  return rows;
}

/** @throws Problem account_not_found for whoever is not there, or not staff. */
export async function requireMember(db: QueryExecutorProvider, id: string): Promise<MemberRow> {
  const { rows } = await sql<MemberRow>`
    select ${selection} from users where id = ${id} and roles <> '{}' and status <> 'closed'
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Problem('account_not_found');
  return found;
}

export function listedMember(row: MemberRow, { personal }: { personal: boolean }): StaffMember {
  const { id, username, email, roles, status, strongFactor, lastLoginAt, createdAt } = row;
  return {
    ...{ id, username, email: personal ? email : null, roles: [...roles], status },
    strong_factor: strongFactor,
    last_login: lastLoginAt?.toISOString() ?? null,
    created: createdAt.toISOString(),
  };
}
