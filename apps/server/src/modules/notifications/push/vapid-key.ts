import { createPrivateKey, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { ModuleSecrets } from '#platform/module.ts';
import { opens, type SealKey, seal, unseal } from '#platform/secret/sealing.ts';
import type { Secret } from '#platform/secret/secret-seal.ts';
import { StartupError } from '#platform/startup/startup-error.ts';

/** By which push services know who pushes (RFC 8292). Browsers subscribe with the public part, so it stays the same for good. */
export interface VapidKey {
  /** The point of the curve, uncompressed, as base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

interface Kept {
  readonly publicKey: string;
  readonly sealed: Buffer;
}

async function findKept(db: QueryExecutorProvider): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select public_key as "publicKey", sealed_key as sealed from push_keys
  `.execute(db);
  return rows[0];
}

/** The key of this exchange; it is made when it is first asked for. */
export async function readVapidKey(db: QueryExecutorProvider, secret: Secret): Promise<VapidKey> {
  const kept = (await findKept(db)) ?? (await makeKey(db, secret));
  const der = Buffer.from(unseal(kept.sealed, sealKey(secret)), 'base64');
  return {
    publicKey: kept.publicKey,
    privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  };
}

async function makeKey(db: QueryExecutorProvider, secret: Secret): Promise<Kept> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  // Another process may have made one at the same moment, and then that one counts.
  await sql`
    insert into push_keys (public_key, sealed_key)
    values (${point.toString('base64url')}, ${seal(der, sealKey(secret))}) on conflict do nothing
  `.execute(db);
  const kept = await findKept(db);
  invariant(kept, 'the key for pushing was not kept');
  return kept;
}

function sealKey({ secret }: Secret): SealKey {
  return {
    key: Buffer.from(hkdfSync('sha256', secret, 'emporion', 'notifications:vapid', 32)),
    context: 'push',
  };
}

/** With another key every browser would have to subscribe anew. */
export const pushSecrets: ModuleSecrets = {
  open: async (db, secret) => {
    const kept = await findKept(db);
    return kept === undefined || opens(kept.sealed, sealKey(secret));
  },
  rotate: async (db, { from, to }) => {
    const kept = await findKept(db);
    if (!kept) return [];
    if (!opens(kept.sealed, sealKey(from)))
      throw new StartupError('The key for pushing notifications does not open with FORMER_SECRET.');
    const sealed = seal(unseal(kept.sealed, sealKey(from)), sealKey(to));
    await sql`update push_keys set sealed_key = ${sealed}`.execute(db);
    return ['Notifications go on being pushed to browsers.'];
  },
};
