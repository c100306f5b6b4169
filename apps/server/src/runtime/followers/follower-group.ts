import { invariant } from '@emporion/kernel';
import type pg from 'pg';
import { operatorCommand } from '#platform/operator-command.ts';
import type { CommittedBatch } from '#platform/runtime.ts';
import { readRows, readTip } from '#runtime/journal/read-journal.ts';
import { batchAfter, type JournalRow, type Tip } from '#runtime/journal/tip.ts';
import { moveCheckpoints, placeFollowers, readCheckpoints, resetFollowers } from './checkpoints.ts';
import type { DurableFollower, FollowerState } from './follower.ts';

/** So many events share a transaction when there is much to catch up with. */
export const chunkEventsMax = 10_000;

/** One follower failed, and not the connection or the journal: the others can go on without it. */
export class FollowerFailed extends Error {
  readonly follower: string;

  constructor(follower: string, cause: unknown) {
    super(`The follower ${follower} failed.`, { cause });
    this.follower = follower;
  }
}

/** None of what was written since, all of it, or a part so large that more is likely. */
export type Advance = 'none' | 'all' | 'part';

/**
 * Followers that stand at the same batch. They share a connection, the decoding of a batch, and one transaction in which all of them write and all of their
 * checkpoints move. After a failure the connection must be thrown away and the group opened anew: what it has in memory may be ahead of the tables.
 */
export class FollowerGroup {
  readonly #members = new Map<
    string,
    { readonly follower: DurableFollower; readonly state: FollowerState }
  >();
  #tip: Tip;
  #rows: JournalRow[] = [];

  private constructor(tip: Tip) {
    this.#tip = tip;
  }

  /**
   * Opens those of the followers that stand furthest in the journal, each after a reset where its version asks for one. The others stay behind, for groups of their own.
   *
   * @throws BrokenJournal, and a fault when a checkpoint does not fit the journal.
   */
  static async open(
    client: pg.ClientBase,
    followers: readonly DurableFollower[],
  ): Promise<{ group: FollowerGroup; behind: DurableFollower[] }> {
    // What a crash loses of them is made again: trading need not share its disk for them.
    await client.query('SET synchronous_commit = off');
    const places = await findPlaces(client, followers);
    const furthest = Math.max(...places.map(({ batch }) => batch));
    const standing = places.filter(({ batch }) => batch === furthest);
    const stale = standing.filter(({ isStale }) => isStale).map(({ follower }) => follower);
    if (stale.length > 0) await resetFollowers(client, stale);
    const tip = await readTip(client, furthest);
    const fits = standing.every(({ event }) => event === undefined || event === tip?.event);
    invariant(
      tip && fits,
      `The followers have come to batch ${furthest} of another journal: run \`${operatorCommand('rebuild')}\`.`,
    );
    const group = new FollowerGroup(tip);
    for (const { follower } of standing) {
      const state = await blaming(follower, async () => follower.open(client));
      group.#members.set(follower.name, { follower, state });
    }
    return { group, behind: places.filter(({ batch }) => batch < furthest).map(({ follower }) => follower) };
  }

  /** The last batch that all of them have dealt with. */
  get tip(): Tip {
    return this.#tip;
  }

  get followers(): DurableFollower[] {
    return [...this.#members.values()].map(({ follower }) => follower);
  }

  get names(): string[] {
    return [...this.#members.keys()];
  }

  /** Takes out those that read tables of a follower which is not here, unless they are alone; answers with them. */
  removeBereft(all: readonly DurableFollower[]): DurableFollower[] {
    const known = new Set(all.map(({ name }) => name));
    const bereft = this.followers.filter(({ reads = [] }) =>
      reads.some((name) => known.has(name) && !this.#members.has(name)),
    );
    if (bereft.length === this.#members.size) return [];
    for (const { name } of bereft) this.#members.delete(name);
    return bereft;
  }

  /** Takes in the members of another group that stands at the same batch, in the order that `all` gives. */
  takeIn(other: FollowerGroup, all: readonly DurableFollower[]): void {
    invariant(other.#tip.batch === this.#tip.batch, 'Followers of one group stand at one batch.');
    const together = new Map([...this.#members, ...other.#members]);
    this.#members.clear();
    for (const { name } of all) {
      const member = together.get(name);
      if (member) this.#members.set(name, member);
    }
  }

  /** Deals with one transaction's worth of what has been written since, no further than batch `upTo`. */
  async advance(
    client: pg.ClientBase,
    { upTo = Number.POSITIVE_INFINITY, eventsMax = chunkEventsMax } = {},
  ): Promise<Advance> {
    if (upTo <= this.#tip.batch) return 'none';
    if (this.#rows.length === 0) this.#rows = await readRows(client, { after: this.#tip.batch });
    if (this.#rows.length === 0) return 'none';
    const from = this.#tip;
    const { batches, to } = cutChunk(this.#rows, from, { upTo, eventsMax });
    await this.#writeChunk(client, batches, { from, to });
    this.#rows = this.#rows.slice(batches.length);
    this.#tip = to;
    const isPart = this.#rows.length > 0 || to.event - from.event >= eventsMax;
    return isPart ? 'part' : 'all';
  }

  /**
   * One transaction: the rows of all members, and the checkpoints that say that they are there. Where it fails, it ends with the connection, which nobody uses
   * again: a database that does not answer would not answer a ROLLBACK either.
   */
  async #writeChunk(
    client: pg.ClientBase,
    batches: readonly CommittedBatch[],
    move: { from: Tip; to: Tip },
  ): Promise<void> {
    await client.query('BEGIN');
    for (const { follower, state } of this.#members.values()) {
      await blaming(follower, async () => {
        await state.hydrate?.(client, batches);
        for (const batch of batches) state.apply(batch);
        await state.write(client);
      });
    }
    await moveCheckpoints(client, this.followers, move);
    await client.query('COMMIT');
    for (const { state } of this.#members.values()) state.trim?.();
  }
}

interface FoundPlace {
  readonly follower: DurableFollower;
  readonly batch: number;
  /** Undefined where no checkpoint was read. */
  readonly event: number | undefined;
  /** Its tables are another version's. */
  readonly isStale: boolean;
}

/** Where each follower goes on. One that begins at the tip, or whose effects have another version, gets its checkpoint here. */
async function findPlaces(
  client: pg.ClientBase,
  followers: readonly DurableFollower[],
): Promise<FoundPlace[]> {
  const known = await readCheckpoints(client);
  const furthest = Math.max(0, ...[...known.values()].map(({ batch }) => batch));
  const places: FoundPlace[] = [];
  for (const follower of followers) {
    const { name, version, tables, begins } = follower;
    const checkpoint = known.get(name);
    if (checkpoint?.version === version) {
      places.push({ follower, batch: checkpoint.batch, event: checkpoint.event, isStale: false });
    } else if (begins === 'tip' || (checkpoint && tables.length === 0)) {
      const tip = await readTip(client, checkpoint?.batch ?? furthest);
      invariant(tip, `The follower ${name} has come to a batch of another journal.`);
      await placeFollowers(client, [follower], tip);
      places.push({ follower, batch: tip.batch, event: tip.event, isStale: false });
    } else places.push({ follower, batch: 0, event: undefined, isStale: true });
  }
  return places;
}

async function blaming<Value>(follower: DurableFollower, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new FollowerFailed(follower.name, error);
  }
}

function cutChunk(
  rows: readonly JournalRow[],
  from: Tip,
  { upTo, eventsMax }: { upTo: number; eventsMax: number },
): { batches: CommittedBatch[]; to: Tip } {
  const batches: CommittedBatch[] = [];
  let tip = from;
  for (const row of rows) {
    if (tip.event - from.event >= eventsMax || row.number > upTo) break;
    const read = batchAfter(tip, row);
    batches.push(read.batch);
    tip = read.tip;
  }
  return { batches, to: tip };
}
