import { randomInt } from 'node:crypto';
import {
  type AddressOptions,
  addressFormat,
  explainAddress,
  isBurnAddress,
  type KeyPath,
  publicKeyAt,
} from '@emporion/chains';
import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { CoinNetwork, Network } from '#modules/markets/index.ts';
import type { Sentence } from '#platform/http/problem.ts';
import type { PinnedKey } from '../signer/pinned-keys.ts';

/** Where money can be sent to us. */
export interface ChainAddress {
  readonly address: string;
  /** What must go with it on a network where users share an address. */
  readonly memo: string | null;
}

export const hotPath: KeyPath = { branch: 1, index: 0 };

type OfNetwork = Pick<Network, 'code' | 'addressFormat' | 'memo' | 'parameters'>;

/** How addresses of a network are written; one for tests has other prefixes, which its parameters say. */
export function formatOf({
  addressFormat: name,
  parameters,
}: Pick<OfNetwork, 'addressFormat' | 'parameters'>) {
  const { chain, checksumChainId } = parameters as AddressOptions;
  return addressFormat(name, { ...(chain && { chain }), ...(checksumChainId && { checksumChainId }) });
}

/** The address of a key of ours, in the one spelling of its network. */
export function addressAt(network: OfNetwork, key: PinnedKey, path: KeyPath): string {
  return formatOf(network).fromPublicKey(publicKeyAt(key.publicKey, path));
}

/** The one spelling of an address of the network; undefined when it is none. */
export function normalizeAddress(network: OfNetwork, text: string): string | undefined {
  return formatOf(network).normalize(text);
}

/** What to say of a text that is no address of the network. */
export function mistakeIn(
  { addressFormat: format, parameters }: OfNetwork,
  networks: Iterable<Pick<Network, 'name' | 'addressFormat'>>,
  text: string,
): Sentence {
  const mistake = explainAddress(text, { format, options: parameters as AddressOptions });
  if (mistake?.kind === 'mistyped') return { code: 'address_mistyped' };
  if (mistake?.kind === 'test-network') return { code: 'address_of_test_network' };
  const names = [...networks].flatMap((other) =>
    other.addressFormat === mistake?.format ? [other.name] : [],
  );
  return names.length === 0
    ? { code: 'wrong_address' }
    : { code: 'address_of_other_network', params: { networks: names.join(', ') } };
}

/** Whether what is sent to an address, in its one spelling, is lost: nobody has its key, or it is the contract of a token, on whatever network. */
export function swallowsMoney(network: OfNetwork, coins: readonly CoinNetwork[], address: string): boolean {
  const lower = address.toLowerCase();
  return (
    isBurnAddress(network.addressFormat, address) ||
    coins.some(({ contract }) => contract?.toLowerCase() === lower)
  );
}

/**
 * Gives a user an address, or a memo with the shared one. The account's row is locked until the transaction ends: so two never get the same number, a number
 * that its transaction did not keep is given again, and addresses become visible in the order of their ids.
 */
export async function addUserAddress(
  transaction: QueryExecutorProvider,
  { network, key, userId }: { network: OfNetwork; key: PinnedKey; userId: string },
): Promise<ChainAddress> {
  const index = await lockAccount(transaction, key.account);
  if (network.memo) return addMemo(transaction, { network, key, userId });
  const address = addressAt(network, key, { branch: 0, index });
  await sql`update wallet_accounts set next_index = ${index + 1} where id = ${key.account}`.execute(
    transaction,
  );
  await sql`
    insert into chain_addresses (network, account, branch, index, address, user_id)
    values (${network.code}, ${key.account}, 0, ${index}, ${address}, ${userId})
  `.execute(transaction);
  return { address, memo: null };
}

/** The house's own addresses as far as there are any, by network. */
export async function listHotAddresses(db: QueryExecutorProvider): Promise<Map<string, string>> {
  const { rows } = await sql<{ network: string; address: string }>`
    select network, address from chain_addresses
    where branch = ${hotPath.branch} and index = ${hotPath.index} and memo is null
  `.execute(db);
  return new Map(rows.map(({ network, address }) => [network, address]));
}

/** The house's own address on a network, from which payouts go. */
export async function ensureHotAddress(
  transaction: QueryExecutorProvider,
  { network, key }: { network: OfNetwork; key: PinnedKey },
): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    select address from chain_addresses
    where network = ${network.code} and branch = ${hotPath.branch} and index = ${hotPath.index} and memo is null
  `.execute(transaction);
  if (rows[0]) return rows[0].address;
  await lockAccount(transaction, key.account);
  const address = addressAt(network, key, hotPath);
  await sql`
    insert into chain_addresses (network, account, branch, index, address)
    values (${network.code}, ${key.account}, ${hotPath.branch}, ${hotPath.index}, ${address})
    on conflict do nothing
  `.execute(transaction);
  return address;
}

async function lockAccount(transaction: QueryExecutorProvider, account: number): Promise<number> {
  const { rows } = await sql<{ index: number }>`
    select next_index as index from wallet_accounts where id = ${account} for update
  `.execute(transaction);
  invariant(rows[0], 'An account of keys went away.');
  return rows[0].index;
}

/** A tag is 32 bits. They are drawn, not counted, so that a wrong digit hits nobody's in all likelihood, and nobody learns how many users there are. */
const tagBound = 2 ** 32;
const memoLetters = 'abcdefghjkmnpqrstuvwxyz23456789';
const memoLength = 16;

function drawMemo(kind: NonNullable<Network['memo']>): string {
  if (kind === 'tag') return String(randomInt(1, tagBound));
  return Array.from({ length: memoLength }, () => memoLetters[randomInt(memoLetters.length)]).join('');
}

async function addMemo(
  transaction: QueryExecutorProvider,
  { network, key, userId }: { network: OfNetwork; key: PinnedKey; userId: string },
): Promise<ChainAddress> {
  const address = await ensureHotAddress(transaction, { network, key });
  for (;;) {
    const memo = drawMemo(network.memo ?? 'tag');
    const { rows } = await sql`
      insert into chain_addresses (network, account, branch, index, address, memo, user_id)
      values (${network.code}, ${key.account}, ${hotPath.branch}, ${hotPath.index}, ${address}, ${memo}, ${userId})
      on conflict do nothing returning id
    `.execute(transaction);
    // Somebody has it already: another is drawn.
    if (rows.length > 0) return { address, memo };
  }
}
