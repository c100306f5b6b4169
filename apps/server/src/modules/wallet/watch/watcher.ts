import { ChainUnavailable } from '@emporion/chains';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { type Network, readNetworks } from '#modules/markets/index.ts';
import { KeyedTurns } from '#platform/concurrency/keyed-turns.ts';
import { oneAtATime } from '#platform/concurrency/shared-answer.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { tellWalletChanged } from '../changes.ts';
import { bookFinal, reviewHeld } from '../deposits/book-final.ts';
import { creditBooked } from '../deposits/credit.ts';
import { bookLosses } from '../deposits/late-reorg.ts';
import type { Settling } from '../deposits/settling.ts';
import { findUnrecognised } from '../deposits/unrecognised.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import { AnotherHistory, followChain, Overtaken } from './chain-watch.ts';
import { lookFor, rescan } from './rescan.ts';
import type { WatchParts } from './watch-parts.ts';
import { WatchedAddresses } from './watched-addresses.ts';

/** Where contracts can pay the chain's own coin without a trace in the block, and a node tells balances of a height cheaply. */
const silentFamilies: readonly Network['family'][] = ['evm'];

/** Follows chains and settles what came in, each network in its turn. The same work by two processes at once harms nobody: whoever is later stands back. */
export class Watcher {
  readonly #platform: Platform;
  readonly #turns = new KeyedTurns();
  /** By account of keys: networks that share one share its table. */
  readonly #addresses = new Map<number, WatchedAddresses>();
  readonly #away = new Map<string, string>();
  readonly #ofAnotherChain = new Set<string>();
  readonly #heights = new Map<string, number>();
  readonly #finalByChain = new Map<string, number | undefined>();
  /** The last address of each network whose balance was compared. */
  readonly #comparedUpTo = new Map<string, number>();

  constructor(platform: Platform) {
    this.#platform = platform;
    measure(platform, { away: this.#away, heights: this.#heights, addresses: this.#addresses });
  }

  /** The networks whose node could not be asked last time, and why. */
  get away(): ReadonlyMap<string, string> {
    return this.#away;
  }

  /** The networks whose node was of another chain last time. */
  get ofAnotherChain(): ReadonlySet<string> {
    return this.#ofAnotherChain;
  }

  /** The newest block that a network called final itself, when it was last looked at; undefined where chains do not say. */
  finalByChain(code: string): number | undefined {
    return this.#finalByChain.get(code);
  }

  /**
   * Everything up to the network's tip is seen, and what is final is credited or held. False when the node cannot be asked now.
   *
   * @throws the signal's reason when it ends the work between two pages of blocks.
   */
  follow(
    code: string,
    { review = false, signal }: { readonly review?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<boolean> {
    return this.#inTurn(code, async (parts) => {
      signal?.throwIfAborted();
      const before = this.#heights.get(code);
      const height = await followChain(parts, signal);
      this.#heights.set(code, height);
      this.#finalByChain.set(code, await parts.chain.finalHeight?.());
      await this.#settle(parts, { height, review, isNew: before !== height });
    });
  }

  /** Credits what has its booking number, without a look at the chain. */
  creditBooked(network: Network): Promise<void> {
    return this.#turns.run(network.code, () =>
      this.#telling(network, { height: 0 }, async (settling) => creditBooked(settling)),
    );
  }

  /** Looks for money that came without a trace in a block, on the next page of addresses. */
  findUnrecognised(code: string): Promise<boolean> {
    return this.#inTurn(code, async (parts) => {
      const height = this.#heights.get(code);
      if (height === undefined || !silentFamilies.includes(parts.network.family)) return;
      const after = this.#comparedUpTo.get(code) ?? 0;
      try {
        await this.#telling(parts.network, { height }, async (settling) => {
          this.#comparedUpTo.set(code, await findUnrecognised(parts, settling, after));
        });
      } catch (error) {
        // Blocks are followed all the same: a node may have forgotten the balances of that height.
        if (!(error instanceof ChainUnavailable)) throw error;
        this.#platform.log.warn(
          { part: 'deposits', network: code, err: error },
          'balances of addresses could not be compared',
        );
      }
    });
  }

  /** Looks at blocks once more. @throws ChainUnavailable. @see rescan */
  async rescan(code: string, range: { from: number; to: number }): Promise<number> {
    let found = 0;
    const isThere = await this.#inTurn(code, async (parts) => {
      found = await rescan(parts, range);
    });
    if (!isThere) throw new ChainUnavailable(this.#away.get(code) ?? `nobody watches ${code}`);
    await this.follow(code);
    return found;
  }

  /** Looks for one transaction. @throws ChainUnavailable. @see lookFor */
  async lookFor(code: string, transactionId: string): Promise<number> {
    let found = 0;
    const isThere = await this.#inTurn(code, async (parts) => {
      await followChain(parts);
      found = await lookFor(parts, transactionId);
    });
    if (!isThere) throw new ChainUnavailable(this.#away.get(code) ?? `nobody watches ${code}`);
    await this.follow(code);
    return found;
  }

  #inTurn(code: string, work: (parts: WatchParts) => Promise<void>): Promise<boolean> {
    return this.#turns.run(code, async () => {
      const parts = await this.#partsOf(code);
      if (!parts) return false;
      try {
        await work(parts);
        this.#away.delete(code);
        this.#ofAnotherChain.delete(code);
        return true;
      } catch (error) {
        if (error instanceof Overtaken) return true;
        if (error instanceof AnotherHistory) {
          if (!this.#ofAnotherChain.has(code))
            this.#platform.log.error(
              { part: 'deposits', network: code, err: error },
              'a node is of another chain',
            );
          this.#ofAnotherChain.add(code);
          this.#away.set(code, error.message);
          throw error;
        }
        this.#ofAnotherChain.delete(code);
        if (!(error instanceof ChainUnavailable)) throw error;
        if (!this.#away.has(code))
          this.#platform.log.warn({ part: 'deposits', network: code, err: error }, 'a node cannot be asked');
        this.#away.set(code, error.message);
        return false;
      }
    });
  }

  async #partsOf(code: string): Promise<WatchParts | undefined> {
    const platform = this.#platform;
    const { networks } = await readNetworks(platform);
    const network = networks.get(code);
    const key = (await listPinnedKeys(platform.database.kysely)).find((each) => each.network === code);
    if (!network || !key) return undefined;
    const addresses =
      this.#addresses.get(key.account) ?? new WatchedAddresses(platform.database, key.account);
    this.#addresses.set(key.account, addresses);
    return {
      database: platform.database,
      ...{ network, key, addresses },
      chain: await chainsOf(platform).of(network),
      readNetworks: () => readNetworks(platform),
    };
  }

  #settle(
    { network }: { network: Network },
    { height, review, isNew }: { height: number; review: boolean; isNew: boolean },
  ): Promise<void> {
    return this.#telling(network, { height }, async (settling) => {
      // What a crash left on its way comes first.
      await creditBooked(settling);
      if (review) await reviewHeld(settling);
      await bookFinal(settling);
      await creditBooked(settling);
      await bookLosses(settling);
      if (isNew) settling.onChanged(await this.#listOpenOwners(network.code));
    });
  }

  /** Tells whoever is concerned once the work is done. */
  async #telling(
    network: Network,
    { height }: { height: number },
    work: (settling: Settling) => Promise<void>,
  ): Promise<void> {
    const changed = new Set<string>();
    await work({
      platform: this.#platform,
      network,
      networks: await readNetworks(this.#platform),
      ...{ height, finalByChain: this.finalByChain(network.code) },
      onChanged: (userIds) => {
        for (const userId of userIds) changed.add(userId);
      },
    });
    await tellWalletChanged(this.#platform, changed);
  }

  /** Whose confirmations a new block changes. */
  async #listOpenOwners(code: string): Promise<string[]> {
    const { rows } = await sql<{ userId: string }>`
      select distinct user_id as "userId" from deposits
      where network = ${code} and status in ('pending', 'confirming', 'failed') and user_id is not null
        and updated_at > now() - interval '1 day'
    `.execute(this.#platform.database.kysely);
    return rows.map(({ userId }) => userId);
  }
}

interface Followed {
  readonly network: string;
  readonly height: number | null;
}

function measure(
  { metrics, database, log }: Platform,
  seen: {
    away: ReadonlyMap<string, string>;
    heights: ReadonlyMap<string, number>;
    addresses: ReadonlyMap<number, WatchedAddresses>;
  },
): void {
  const registers = [metrics.registry];
  let networks: readonly Followed[] = [];
  // Of every network, whether or not it was reached since the start. While the database is away, what it said last.
  const look = oneAtATime(async () => {
    try {
      const { rows } = await sql<Followed>`
        select code as network, height from blockchains left join chain_checkpoints on network = code
      `.execute(database.kysely);
      networks = rows;
    } catch (err) {
      log.debug({ err }, 'a measure could not be taken');
    }
    return networks;
  });
  new Gauge({
    name: 'wallet_node_away',
    help: '1 for a network whose node cannot be asked, or is of another chain.',
    labelNames: ['network'],
    registers,
    async collect() {
      for (const { network } of await look()) this.set({ network }, 0);
      for (const network of seen.heights.keys()) this.set({ network }, 0);
      for (const network of seen.away.keys()) this.set({ network }, 1);
    },
  });
  new Gauge({
    name: 'wallet_chain_height',
    help: 'The last block of a network whose deposits are written down.',
    labelNames: ['network'],
    registers,
    async collect() {
      for (const { network, height } of await look()) this.set({ network }, height ?? 0);
      for (const [network, height] of seen.heights) this.set({ network }, height);
    },
  });
  new Gauge({
    name: 'wallet_watched_addresses',
    help: 'Addresses that blocks are matched against.',
    registers,
    collect() {
      let count = 0;
      for (const { table } of seen.addresses.values()) count += table.size;
      this.set(count);
    },
  });
}

export const watcherOf = defineService('wallet watcher', (platform: Platform) => new Watcher(platform));
