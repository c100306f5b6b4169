import type { SignerIdentity } from '@emporion/chains';
import { SignerUnavailable } from '@emporion/chains/signer-client';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Compares what the signer signed last with our tables. When they do not know it, the database was brought back from an older copy, or another server pays
 * out beside us: accounts have money that has left, on every network alike, and no chain need show it yet. It is noted as an unknown send of each network, by
 * which their coins are stopped until an operator lifts it; the same signature stops nothing again.
 *
 * @throws SignerUnavailable while what is asked for is of a network that is not stopped yet.
 */
export async function requireNothingForgotten(
  { database: { kysely }, log }: Pick<Platform, 'database' | 'log'>,
  { last }: Pick<SignerIdentity, 'last'>,
  network?: string,
): Promise<void> {
  if (last === undefined || (await isKnown(kysely, last))) return;
  const name = `signed ${last}`;
  const { rows: noted } = await sql`
    insert into unknown_sends (network, name) select code, ${name} from blockchains on conflict do nothing returning network
  `.execute(kysely);
  if (noted.length > 0)
    log.error(
      { part: 'payouts', payout: last },
      'the signer has signed what is not in our tables: nothing goes out until an operator has looked and lifts the stops',
    );
  const { rows: open } = await sql`
    select from unknown_sends where name = ${name} and network = ${network ?? ''} and stopped_at is null
  `.execute(kysely);
  if (open.length > 0)
    throw new SignerUnavailable('It has signed what our tables do not know.', { wasAsked: false });
}

async function isKnown(db: Platform['database']['kysely'], id: string): Promise<boolean> {
  if (!uuid.test(id)) return false;
  const { rows } = await sql`select from payouts where id = ${id}`.execute(db);
  return rows.length > 0;
}
