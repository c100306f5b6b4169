import { hkdfSync, randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { ModuleSecrets } from '#platform/module.ts';
import { opens, type SealKey, seal, unseal } from '#platform/secret/sealing.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

/** A new secret of a publication, sealed for its row. From it the nonce of every account is made, so that none has to be kept. */
export function newSealedKey(secret: Secret, id: string): Buffer {
  return seal(randomBytes(32).toString('hex'), sealKey(secret, id));
}

export async function readPublicationKey(
  db: QueryExecutorProvider,
  secret: Secret,
  id: string,
): Promise<Buffer> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed_key as sealed from liability_publications where id = ${id}
  `.execute(db);
  if (!rows[0]) throw new Error(`There is no publication ${id}.`);
  return Buffer.from(unseal(rows[0].sealed, sealKey(secret, id)), 'hex');
}

function sealKey({ secret }: Secret, id: string): SealKey {
  return { key: Buffer.from(hkdfSync('sha256', secret, 'emporion', 'liabilities:key', 32)), context: id };
}

interface Sealed {
  readonly id: string;
  readonly sealed: Buffer;
}

/** Without their keys nobody could find their leaves in what was published. */
export const publicationSecrets: ModuleSecrets = {
  open: async (db, secret) => {
    const { rows } = await sql<Sealed>`
      select id, sealed_key as sealed from liability_publications limit 1
    `.execute(db);
    return rows.every(({ id, sealed }) => opens(sealed, sealKey(secret, id)));
  },
  rotate: async (db, { from, to }) => {
    const { rows } = await sql<Sealed>`
      select id, sealed_key as sealed from liability_publications
    `.execute(db);
    const anew = rows.map(({ id, sealed }) => {
      if (!opens(sealed, sealKey(from, id)))
        throw new StartupError(`The proof of liabilities ${id} does not open with FORMER_SECRET.`);
      return seal(unseal(sealed, sealKey(from, id)), sealKey(to, id));
    });
    await sql`
      update liability_publications as kept set sealed_key = anew.sealed
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${anew}::bytea[]) as anew (id, sealed)
      where kept.id = anew.id
    `.execute(db);
    return rows.length === 0
      ? []
      : [`${rows.length} ${rows.length === 1 ? 'proof' : 'proofs'} of liabilities go on.`];
  },
};
