import { createECDH } from 'node:crypto';
import { addressFormats, type DevelopmentNetwork } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Network } from '#modules/markets/index.ts';
import { newBlockHash } from './block-hash.ts';

/** A chain with its newest block and its tap, as its row has them. */
export interface DevelopmentRow extends DevelopmentNetwork {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string | null;
  readonly time: bigint;
  readonly tapKey: Uint8Array;
  readonly tapAddress: string;
  readonly isAway: boolean;
}

/** What a chain needs to know of its network. */
export type ChainNetwork = Pick<Network, 'code' | 'addressFormat' | 'memo'>;

/** Begins the chain of a network, with a first block that has nothing in it and a tap of its own. One that is there stays as it is. */
export async function beginChain(db: QueryExecutorProvider, network: ChainNetwork): Promise<void> {
  const tap = createECDH('secp256k1');
  tap.generateKeys();
  const publicKey = tap.getPublicKey(null, 'compressed');
  const tapAddress = addressFormats[network.addressFormat].fromPublicKey(publicKey);
  // A key with leading zeros comes out shorter.
  const tapKey = Buffer.from(tap.getPrivateKey('hex').padStart(64, '0'), 'hex');
  await sql`
    with begun as (
      insert into development_chains (network, height, tap_key, tap_address)
      values (${network.code}, 0, ${tapKey}, ${tapAddress})
      on conflict (network) do nothing returning network
    )
    insert into development_blocks (network, height, hash, parent_hash, time)
    select network, 0, ${newBlockHash()}, null, ${Date.now()} from begun
  `.execute(db);
}

/** The chain's row; under its lock when something is going to change, so that its changes happen one after the other. */
export async function readChain(
  db: QueryExecutorProvider,
  { code, addressFormat, memo }: ChainNetwork,
  { lock }: { lock: boolean },
): Promise<DevelopmentRow> {
  // The lock first and the rest after it: a join that has waited for the lock would look for the block of before.
  if (lock) await sql`select from development_chains where network = ${code} for update`.execute(db);
  const { rows } = await sql<Omit<DevelopmentRow, keyof DevelopmentNetwork>>`
    select chains.height, blocks.hash, blocks.parent_hash as "parentHash", blocks.time, tap_key as "tapKey", tap_address as "tapAddress", is_away as "isAway"
    from development_chains chains join development_blocks blocks using (network, height)
    where network = ${code}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The development chain of ${code} was not begun.`);
  return { code, addressFormat, memo: memo ?? undefined, ...row };
}
