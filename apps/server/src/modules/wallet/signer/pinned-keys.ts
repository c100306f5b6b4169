import { isExtendedPublicKey, type SignerIdentity } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { StartupError } from '#platform/startup/startup-error.ts';

/** The account of keys that a network's addresses are derived from. Public keys only: whoever watches cannot spend. */
export interface PinnedKey {
  readonly network: string;
  readonly account: number;
  readonly publicKey: string;
  readonly coldAddress: string | null;
  readonly coldMemo: string | null;
}

export async function listPinnedKeys(db: QueryExecutorProvider): Promise<PinnedKey[]> {
  const { rows } = await sql<PinnedKey>`
    select network, wallet_accounts.id as account, public_key as "publicKey", cold_address as "coldAddress",
      cold_memo as "coldMemo"
    from wallet_keys join wallet_accounts using (public_key) order by network
  `.execute(db);
  return rows;
}

/**
 * Keeps the signer's public keys of these networks at first contact, and compares them ever after. The cold address may change: it is the signer's own
 * file that decides on it, and it is kept here to be shown.
 *
 * @throws StartupError when the signer has another key for a network than the one that addresses were given out of.
 */
export async function pinKeys(
  db: QueryExecutorProvider,
  { networks }: SignerIdentity,
  codes: Iterable<string>,
): Promise<void> {
  for (const network of codes) {
    const told = networks[network];
    if (!told) continue;
    if (!isExtendedPublicKey(told.publicKey))
      throw new StartupError(`The signer's key for ${network} is not the public key of an account.`);
    const known = await keepKey(db, { network, ...told });
    if (known === told.publicKey) continue;
    throw new StartupError(
      `The signer's public key for ${network} is not the one that this exchange has known: start it with the signer whose keystore made the addresses, or deposits go where nobody can spend them.`,
    );
  }
}

/** Answers with the key that counts. */
async function keepKey(
  db: QueryExecutorProvider,
  told: { network: string; publicKey: string; coldAddress?: string; coldMemo?: string },
): Promise<string | undefined> {
  const { network, publicKey, coldAddress = null, coldMemo = null } = told;
  await sql`
    insert into wallet_accounts (public_key)
    select ${publicKey} where not exists (select from wallet_keys where network = ${network})
    on conflict do nothing
  `.execute(db);
  await sql`
    insert into wallet_keys (network, public_key, cold_address, cold_memo)
    select ${network}, public_key, ${coldAddress}::text, ${coldMemo}::text from wallet_accounts where public_key = ${publicKey}
    on conflict (network) do nothing
  `.execute(db);
  await sql`
    update wallet_keys set cold_address = ${coldAddress}, cold_memo = ${coldMemo}
    where network = ${network} and public_key = ${publicKey} 
      and (cold_address, cold_memo) is distinct from (${coldAddress}::text, ${coldMemo}::text)
  `.execute(db);
  const { rows } = await sql<{ publicKey: string }>`
    select public_key as "publicKey" from wallet_keys where network = ${network}
  `.execute(db);
  return rows[0]?.publicKey;
}
