import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlockHeader, Chain, ChainBlock, ChainTransfer } from '@emporion/chains';
import { loadNetworks, marketsModule, type Networks } from '../apps/server/src/modules/markets/index.ts';
import { followChain } from '../apps/server/src/modules/wallet/watch/chain-watch.ts';
import type { WatchParts } from '../apps/server/src/modules/wallet/watch/watch-parts.ts';
import { WatchedAddresses } from '../apps/server/src/modules/wallet/watch/watched-addresses.ts';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { BenchContext, BenchResult } from './frame.ts';

const counts = { few: 1_000, many: 1_000_000 };
/** As many outputs as a full block of Bitcoin has, of which some are for us. */
const transfersPerBlock = 5_000;
const oursPerBlock = 5;
const blocksDefault = 60;

/**
 * How long a block takes to be scanned, written down and checkpointed while a thousand addresses are watched, and while a million are: `ratio` is the first
 * divided by the second. The blocks take turns, so that both see the same machine. Fewer: `npm run bench -- deposits 10 100000`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [blocks = blocksDefault, many = counts.many] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-deposits-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const database = await connectDatabase(postgres.url);
    await migrate(database.pool, folders.migrations);
    await database.kysely
      .transaction()
      .execute(async (transaction) => marketsModule.seedDemo?.({} as Platform, transaction));
    const networks = await loadNetworks(database.kysely);
    const few = await watch(database, networks, { code: 'bitcoin', count: counts.few });
    const most = await watch(database, networks, { code: 'tron', count: many });
    const times = { few: [] as number[], many: [] as number[] };
    for (let block = 0; block < blocks + 2; block += 1)
      for (const [name, scan] of [
        ['few', few.scan],
        ['many', most.scan],
      ] as const) {
        const milliseconds = await scan();
        // The first ones warm it up.
        if (block >= 2) times[name].push(milliseconds);
      }
    const found = await database.pool.query('select count(*)::int as count from deposits');
    await database.close();
    return {
      ours: medianOf(times.few),
      peer: medianOf(times.many),
      peerName: `ourselves with ${many.toLocaleString('en')} watched addresses`,
      unit: 'milliseconds to scan a block',
      ...{
        blocks,
        transfersPerBlock,
        watched: { few: counts.few, many },
        depositsFound: found.rows[0]?.count,
      },
      tableBytesPerAddress: Number((most.tableBytes / many).toFixed(1)),
      memoryBytesPerAddress: Number((most.memoryBytes / many).toFixed(1)),
      loadSeconds: Number(most.loadSeconds.toFixed(1)),
    };
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function watch(
  database: Database,
  networks: Networks,
  { code, count }: { code: string; count: number },
): Promise<{ scan: () => Promise<number>; tableBytes: number; memoryBytes: number; loadSeconds: number }> {
  const network = networks.networks.get(code);
  if (!network) throw new Error(`There is no network ${code}.`);
  const key = await addAddresses(database, { code, count });
  const before = memoryUsed();
  const began = performance.now();
  const addresses = new WatchedAddresses(database, key.account);
  await addresses.refresh();
  const loadSeconds = (performance.now() - began) / 1_000;
  const memoryBytes = memoryUsed() - before;
  const chain = new GrowingChain(code, count);
  const parts: WatchParts = { database, network, key, chain, addresses, readNetworks: async () => networks };
  const scan = async () => {
    chain.grow();
    const start = performance.now();
    await followChain(parts);
    return performance.now() - start;
  };
  return { scan, tableBytes: addresses.table.bytes, memoryBytes, loadSeconds };
}

/** Addresses of the length of real ones, without the keys that nobody needs here. */
const addressOf = (code: string, number: number) => `${code.slice(0, 1)}${String(number).padStart(41, '0')}`;

async function addAddresses({ pool }: Database, { code, count }: { code: string; count: number }) {
  const publicKey = `key of ${code}`;
  const { rows } = await pool.query<{ id: number }>(
    'insert into wallet_accounts (public_key, next_index) values ($1, $2) returning id',
    [publicKey, count],
  );
  const account = rows[0]?.id ?? 0;
  await pool.query('insert into wallet_keys (network, public_key) values ($1, $2)', [code, publicKey]);
  await pool.query(
    `insert into chain_addresses (network, account, branch, index, address, user_id)
     select $1, $2, 0, number, left($1, 1) || lpad(number::text, 41, '0'), gen_random_uuid()
     from generate_series(0, $3::int - 1) as number`,
    [code, account, count],
  );
  await pool.query('analyze chain_addresses');
  return { network: code, account, publicKey, coldAddress: null, coldMemo: null };
}

/** A node in memory, whose next block is there when it is asked for. */
class GrowingChain implements Chain {
  readonly #code: string;
  readonly #watched: number;
  readonly #headers: BlockHeader[] = [];

  constructor(code: string, watched: number) {
    this.#code = code;
    this.#watched = watched;
    this.grow();
  }

  grow(): void {
    const height = this.#headers.length;
    this.#headers.push({
      height,
      hash: `${this.#code} ${height}`,
      parentHash: this.#headers.at(-1)?.hash,
      time: 0,
    });
  }

  async tip(): Promise<BlockHeader> {
    const tip = this.#headers.at(-1);
    if (!tip) throw new Error('The chain has no block.');
    return tip;
  }

  async header(height: number): Promise<BlockHeader | undefined> {
    return this.#headers[height];
  }

  async block(height: number): Promise<ChainBlock | undefined> {
    const header = this.#headers[height];
    if (!header) return undefined;
    const transfers = Array.from({ length: transfersPerBlock }, (_, index): ChainTransfer => {
      const isOurs = index % (transfersPerBlock / oursPerBlock) === 0;
      // Spread over all that are watched, as far from each other as in life.
      const number = isOurs
        ? (height * 7_919 + index * 104_729) % this.#watched
        : 10 ** 12 + height * transfersPerBlock + index;
      const to = addressOf(this.#code, number);
      return {
        transactionId: `${height}-${index}`,
        index: 0,
        to,
        memo: undefined,
        contract: undefined,
        amount: 5n,
      };
    });
    return { ...header, transfers };
  }

  waiting = async () => [];
  transfersOf = async () => undefined;
  sendersOf = async () => undefined;
  stateOf = async () => ({ state: 'unknown' }) as const;
  balance = async () => 0n;
  send = async () => ({ outcome: 'refused', reason: 'nobody sends here' }) as const;
}

function memoryUsed(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2));
}
