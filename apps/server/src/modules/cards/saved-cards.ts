import { randomUUID } from 'node:crypto';
import type { TokenCard } from '@emporion/contracts/acquirer';
import type { SavedCard } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { markOf, sealToken } from './sealed-tokens.ts';

interface SavedRow {
  readonly id: string;
  readonly system: SavedCard['pay_system'];
  readonly sealedToken: Buffer;
  readonly brand: string;
  readonly lastFour: string;
  readonly expiresMonth: number;
  readonly expiresYear: number;
  readonly savedAt: Date;
}

const columns = sql`id, system, sealed_token as "sealedToken", brand, last_four as "lastFour", expires_month as "expiresMonth",
  expires_year as "expiresYear", saved_at as "savedAt"`;

export async function listSavedCards(
  db: QueryExecutorProvider,
  userId: string,
  now: Date,
): Promise<SavedCard[]> {
  const { rows } = await sql<SavedRow>`
    select ${columns} from saved_cards where user_id = ${userId} order by saved_at desc, id
  `.execute(db);
  return rows.map(({ id, system, brand, lastFour, expiresMonth, expiresYear, savedAt }) => ({
    ...{ id, pay_system: system, brand, last_four: lastFour, saved: savedAt.toISOString() },
    ...{ expires_month: expiresMonth, expires_year: expiresYear },
    expired: isPast({ expiresMonth, expiresYear }, now),
  }));
}

/** A card is good until the end of its month. */
function isPast(
  { expiresMonth, expiresYear }: Pick<SavedRow, 'expiresMonth' | 'expiresYear'>,
  now: Date,
): boolean {
  return Date.UTC(expiresYear, expiresMonth, 1) <= now.getTime();
}

/** @throws Problem card_not_found, also for somebody else's or another system's; card_expired. */
export async function requireSavedCard(
  db: QueryExecutorProvider,
  { id, userId, system, now }: { id: string; userId: string; system: string; now: Date },
): Promise<SavedRow> {
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const { rows } = isId
    ? await sql<SavedRow>`
        select ${columns} from saved_cards where id = ${id}::uuid and user_id = ${userId} and system = ${system}
      `.execute(db)
    : { rows: [] };
  const [card] = rows;
  if (!card) throw new Problem('card_not_found');
  if (isPast(card, now)) throw new Problem('card_expired');
  return card;
}

/** @throws Problem card_not_found. */
export async function deleteSavedCard(
  db: QueryExecutorProvider,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const { rows } =
    await sql`delete from saved_cards where id = ${id} and user_id = ${userId} returning id`.execute(db);
  if (rows.length === 0) throw new Problem('card_not_found');
}

/** A card that was saved before is the same one, with its newest expiry. */
export async function saveCard(
  db: QueryExecutorProvider,
  secret: Secret,
  { userId, system, card, now }: { userId: string; system: string; card: TokenCard; now: Date },
): Promise<void> {
  const { token } = card;
  if (token === null) return;
  const id = randomUUID();
  await sql`
    insert into saved_cards (id, user_id, system, sealed_token, token_mark, brand, last_four, expires_month, expires_year, saved_at)
    values (
      ${id}, ${userId}, ${system}, ${sealToken(secret, id, token)}, ${markOf(secret, token)}, ${card.brand}, ${card.last_four},
      ${card.expires_month}, ${card.expires_year}, ${now}
    )
    on conflict (user_id, system, token_mark) do update set expires_month = excluded.expires_month, expires_year = excluded.expires_year
  `.execute(db);
}
