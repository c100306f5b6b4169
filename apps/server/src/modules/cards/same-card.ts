import { createHash } from 'node:crypto';
import type { TokenCard } from '@emporion/contracts/acquirer';
import type { CardOrderDetails } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';

/** The same for the same card of one pay system, whoever pays with it; null when the pay system does not say. It needs no key: what is hashed is no number but a name that the pay system made up. */
export function cardMark(system: string, card: TokenCard | null): Buffer | null {
  const print = card?.fingerprint ?? null;
  return print === null ? null : createHash('sha256').update(`${system}:${print}`).digest();
}

/** The other accounts in which the card of an order was used. */
export async function otherAccounts(
  db: QueryExecutorProvider,
  id: string,
): Promise<CardOrderDetails['same_card']> {
  const { rows } = await sql<{ id: string; username: string }>`
    select distinct users.id, users.username from card_orders own
    join card_orders other on other.card_mark = own.card_mark and other.user_id <> own.user_id
    join users on users.id = other.user_id
    where own.id = ${id} order by users.username limit 20
  `.execute(db);
  return rows;
}
