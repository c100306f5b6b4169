import { type BlockHeader, type Chain, ChainUnavailable } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { acceptTransaction, balanceOf, minedNonce, nextNonce } from './accept.ts';
import { addBlocks, type Reorganisation, replaceBlocks } from './blocks.ts';
import { beginChain, type ChainNetwork, type DevelopmentRow, readChain } from './development-row.ts';
import {
  blockAt,
  headerAt,
  headerOf,
  listWaiting,
  sendersOfTransaction,
  stateOfTransaction,
  transfersOfTransaction,
} from './look.ts';

/** The chain of one network of the demo, as a node would answer for it; and what a demo and its tests can do to it besides. */
export interface DevelopmentChain extends Chain {
  /** The number that a sender's next transaction must have, after all that wait. */
  nextNonce(sender: string): Promise<number>;
  /** The number after the last one that is mined. */
  nonceOf(sender: string): Promise<number>;
  /** Adds blocks: what waits goes into the first. */
  mine(count?: number): Promise<void>;
  reorg(reorganisation: Reorganisation): Promise<void>;
  /** Takes the node away, or brings it back. */
  setAway(isAway: boolean): Promise<void>;
  /** Works on the chain in a transaction that holds its row, so that nobody else changes it meanwhile. */
  change<Value>(work: (db: QueryExecutorProvider, chain: DevelopmentRow) => Promise<Value>): Promise<Value>;
}

export async function openDevelopmentChain(
  { kysely }: Pick<Database, 'kysely'>,
  network: ChainNetwork,
): Promise<DevelopmentChain> {
  await beginChain(kysely, network);
  const { code } = network;
  const change: DevelopmentChain['change'] = (work) =>
    kysely.transaction().execute(async (db) => work(db, await readChain(db, network, { lock: true })));
  /** Asks as one asks a node: whatever goes wrong on the way means that it cannot be asked now. */
  const ask = async <Value>(question: (chain: DevelopmentRow) => Promise<Value>): Promise<Value> => {
    try {
      const chain = await readChain(kysely, network, { lock: false });
      if (chain.isAway) throw new ChainUnavailable(`the node of ${code} is switched off`);
      return await question(chain);
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      throw new ChainUnavailable(`the chain of ${code} cannot be read`, { cause: error });
    }
  };
  const header = (height: number): Promise<BlockHeader | undefined> => headerAt(kysely, { code, height });
  return {
    tip: () => ask(async (chain) => headerOf(chain.height, chain)),
    block: (height) => ask(() => blockAt(kysely, { code, height })),
    header: (height) => ask(() => header(height)),
    waiting: () => ask(() => listWaiting(kysely, code)),
    transfersOf: (id) => ask(() => transfersOfTransaction(kysely, { code, id })),
    sendersOf: (id) => ask(() => sendersOfTransaction(kysely, { code, id })),
    stateOf: (id) => ask(() => stateOfTransaction(kysely, { code, id })),
    balance: (addresses, { contract, height }) =>
      ask(() => balanceOf(kysely, { network: code, addresses, contract, height })),
    send: (raw) => ask(() => change((db, chain) => acceptTransaction(db, chain, raw))),
    nextNonce: (sender) => ask((chain) => nextNonce(kysely, chain, sender)),
    nonceOf: (sender) => ask((chain) => minedNonce(kysely, chain, sender)),
    mine: (count = 1) =>
      change((db, { height, hash }) => addBlocks(db, network, { tip: { height, hash }, count })),
    reorg: (reorganisation) => change((db, chain) => replaceBlocks(db, chain, reorganisation)),
    setAway: async (isAway) => {
      await sql`update development_chains set is_away = ${isAway} where network = ${code}`.execute(kysely);
    },
    change,
  };
}
