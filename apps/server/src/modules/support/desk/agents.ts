import { builtInRoles, type Capability, staffRoles } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** The roles that answer tickets. */
const answering = staffRoles.filter((role) =>
  (builtInRoles[role] as readonly Capability[]).includes('tickets.answer'),
);

const isAgent = sql`roles && ${answering}::text[] and status = 'active'`;
const agentsMax = 500;

export interface Agent {
  readonly id: string;
  readonly username: string;
}

export async function listAgents(db: QueryExecutorProvider): Promise<Agent[]> {
  const { rows } = await sql<Agent>`
    select id, username from users where ${isAgent} order by username limit ${agentsMax}
  `.execute(db);
  return rows;
}

/** @throws Problem account_not_found for whoever does not answer tickets. */
export async function requireAgent(db: QueryExecutorProvider, id: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${id} and ${isAgent}`.execute(db);
  if (rows.length === 0)
    throw new Problem('account_not_found', { fields: { assignee: { code: 'account_not_found' } } });
}
