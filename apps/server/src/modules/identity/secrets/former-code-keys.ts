import { type QueryExecutorProvider, sql } from 'kysely';
import { seal, unseal } from '#platform/secret/sealing.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { useFormerCodeKeys } from '../factors/code-hash.ts';
import { keyFor } from '../keys.ts';

/** Has codes hashed with the keys of former secrets too. Before the first code is checked. */
export async function loadFormerCodeKeys(db: QueryExecutorProvider, config: Secret): Promise<void> {
  useFormerCodeKeys(config, await readFormerCodeKeys(db, config));
}

/** Seals the former keys, and the one of the secret that now becomes one, with the secret to come. */
export async function rotateFormerCodeKeys(
  db: QueryExecutorProvider,
  { from, to }: { readonly from: Secret; readonly to: Secret },
): Promise<void> {
  const keys = [...(await readFormerCodeKeys(db, from)), keyFor(from, 'codes')];
  await sql`delete from former_code_keys`.execute(db);
  for (const [index, key] of keys.entries()) {
    const number = index + 1;
    const sealed = seal(key.toString('base64'), sealKey(to, number));
    await sql`insert into former_code_keys (number, sealed_key) values (${number}, ${sealed})`.execute(db);
  }
}

async function readFormerCodeKeys(db: QueryExecutorProvider, secret: Secret): Promise<Buffer[]> {
  const { rows } = await sql<{ number: number; sealed: Buffer }>`
    select number, sealed_key as sealed from former_code_keys order by number
  `.execute(db);
  return rows.map(({ number, sealed }) => Buffer.from(unseal(sealed, sealKey(secret, number)), 'base64'));
}

function sealKey(secret: Secret, number: number) {
  return { key: keyFor(secret, 'former-code-keys'), context: String(number) };
}
