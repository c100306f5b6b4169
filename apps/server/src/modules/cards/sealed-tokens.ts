import { createHmac, hkdfSync } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { ModuleSecrets } from '#platform/module.ts';
import { opens, type SealKey, seal, unseal } from '#platform/secret/sealing.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

const keyFor = ({ secret }: Secret, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'emporion', purpose, 32));

/** `id`: of the saved card or the order whose row it is. Copied into another row it does not open. */
const sealKey = (secret: Secret, id: string): SealKey => ({
  key: keyFor(secret, 'cards:token'),
  context: id,
});

export function sealToken(secret: Secret, id: string, token: string): Buffer {
  return seal(token, sealKey(secret, id));
}

export function unsealToken(secret: Secret, id: string, sealed: Buffer): string {
  return unseal(sealed, sealKey(secret, id));
}

/** The same for the same token, and nothing that could be turned back into it. */
export function markOf(secret: Secret, token: string): Buffer {
  return createHmac('sha256', keyFor(secret, 'cards:token-mark')).update(token).digest();
}

interface Row {
  readonly id: string;
  readonly token: string;
}

async function writeSaved(db: QueryExecutorProvider, secret: Secret, rows: readonly Row[]): Promise<void> {
  await sql`
    update saved_cards as kept set plain_token = null, sealed_token = anew.sealed, token_mark = anew.mark
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ id, token }) => sealToken(secret, id, token))}::bytea[],
      ${rows.map(({ token }) => markOf(secret, token))}::bytea[]
    ) as anew (id, sealed, mark)
    where kept.id = anew.id
  `.execute(db);
}

async function writeOrders(db: QueryExecutorProvider, secret: Secret, rows: readonly Row[]): Promise<void> {
  await sql`
    update card_orders as kept set plain_token = null, sealed_token = anew.sealed
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ id, token }) => sealToken(secret, id, token))}::bytea[]
    ) as anew (id, sealed)
    where kept.id = anew.id
  `.execute(db);
}

/** Seals what a release before this one kept as it was. */
export async function sealPlainTokens(db: QueryExecutorProvider, secret: Secret): Promise<void> {
  const saved = await sql<Row>`
    select id, plain_token as token from saved_cards where plain_token is not null
  `.execute(db);
  if (saved.rows.length > 0) await writeSaved(db, secret, saved.rows);
  const orders = await sql<Row>`
    select id, plain_token as token from card_orders where plain_token is not null
  `.execute(db);
  if (orders.rows.length > 0) await writeOrders(db, secret, orders.rows);
}

interface Sealed {
  readonly id: string;
  readonly sealed: Buffer;
}

const readSealed = async (db: QueryExecutorProvider, table: 'saved_cards' | 'card_orders') =>
  (
    await sql<Sealed>`
      select id, sealed_token as sealed from ${sql.table(table)} where sealed_token is not null
    `.execute(db)
  ).rows;

function opened(secret: Secret, { id, sealed }: Sealed): Row {
  if (!opens(sealed, sealKey(secret, id)))
    throw new StartupError(`The token of a card (${id}) does not open with FORMER_SECRET.`);
  return { id, token: unsealToken(secret, id, sealed) };
}

/** Without their tokens saved cards would have to be typed again, and what is on its way to one would not arrive. */
export const cardSecrets: ModuleSecrets = {
  open: async (db, secret) => {
    const { rows } = await sql<Sealed>`
      select id, sealed_token as sealed from saved_cards where sealed_token is not null limit 1
    `.execute(db);
    return rows.every(({ id, sealed }) => opens(sealed, sealKey(secret, id)));
  },
  rotate: async (db, { from, to }) => {
    const saved = (await readSealed(db, 'saved_cards')).map((row) => opened(from, row));
    await writeSaved(db, to, saved);
    await writeOrders(
      db,
      to,
      (await readSealed(db, 'card_orders')).map((row) => opened(from, row)),
    );
    return saved.length === 0
      ? []
      : [`${saved.length} saved ${saved.length === 1 ? 'card' : 'cards'} go on.`];
  },
};
