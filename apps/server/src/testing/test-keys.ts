import { AccountKeys, type SignerIdentity, seedOf } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Network } from '#modules/markets/index.ts';
import { pinKeys } from '#modules/wallet/signer/pinned-keys.ts';

/** A mnemonic that everybody knows, in place of a signer's. */
const mnemonic = `${'abandon '.repeat(23)}art`;

/** Two thousand rounds of a hash: made once. */
let seed: Uint8Array | undefined;
const accounts = new Map<Network['addressFormat'], AccountKeys>();

/** The keys of an address format, secrets included. */
export function testKeys(format: Network['addressFormat']): AccountKeys {
  seed ??= seedOf(mnemonic);
  const keys = accounts.get(format) ?? new AccountKeys(seed, format);
  accounts.set(format, keys);
  return keys;
}

/** Pins public keys for every network, as a first contact with a signer would. */
export async function pinTestKeys(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ code: string; format: Network['addressFormat'] }>`
    select code, address_format as format from blockchains
  `.execute(db);
  const networks: SignerIdentity['networks'] = Object.fromEntries(
    rows.map(({ code, format }) => [code, { publicKey: testKeys(format).extendedPublicKey }]),
  );
  await pinKeys(
    db,
    { networks, demo: true },
    rows.map(({ code }) => code),
  );
}
