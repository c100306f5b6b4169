import { invariant } from '@emporion/kernel';
import pg from 'pg';
import { WakeSignal } from '#platform/concurrency/wake-signal.ts';
import { isDatabaseUnreachable } from '#platform/http/errors/database-unreachable.ts';
import type { DurableFollower } from './follower.ts';
import { chunkEventsMax, FollowerFailed, FollowerGroup } from './follower-group.ts';

/** How far some followers have come. */
export interface Reached {
  readonly names: readonly string[];
  readonly batch: number;
  readonly event: number;
}

export interface RunnerOptions {
  /** The address of the database, password included. */
  readonly url: string;
  /** Before it looks at the journal: whatever is appended from now on, it may have to be woken for. */
  readonly onLook?: () => void;
  /** After every transaction, and once when some begin. */
  readonly onReached: (reached: Reached) => void;
  /** It tries again by itself: trading does not depend on it, but somebody should know. */
  readonly onFault: (error: unknown, names: readonly string[]) => void;
  /** How long it gathers after a transaction at least and at most. Between these, it rests twice as long as it worked. */
  readonly gatherMs?: { readonly least: number; readonly most: number };
  /** How often it looks by itself, for a signal that was never heard. */
  readonly pollMs?: number;
  /** A question that is not answered for so long never will be: the connection is given up. */
  readonly queryTimeoutMs?: number;
}

export interface FollowerRunner {
  /** Tells that the journal has grown. */
  wake(): void;
  /** Resolves when the transactions under way have ended. */
  stop(): Promise<void>;
}

/** In quiet hours nobody notices the one; in busy hours the other lets many orders come and go within one transaction. */
const defaultGatherMs = { least: 10, most: 200 };
const restFactor = 2;
/** One that is behind works in small steps and rests as long as it worked, so that those at the tip hardly notice it. */
const behindEventsMax = chunkEventsMax / 4;
const behindRestFactor = 1;
const defaultQueryTimeoutMs = 120_000;
const retryMs = 100;
const retryMsMax = 5_000;

/** Followers that go through the journal together, over a connection of their own. */
interface Lane {
  followers: readonly DurableFollower[];
  /** Undefined while it opens, and after a failure. */
  group: FollowerGroup | undefined;
  isWriting: boolean;
  failures: number;
  /** There may be more to do. */
  readonly work: WakeSignal;
  readonly end: WakeSignal;
}

/**
 * Runs durable followers for as long as it is let. Those that stand at the tip share one lane: a batch is read and decoded once for all of them. One that is
 * behind (it is new, its version rose, or it failed) has a lane of its own, holds nobody up, and joins the others when it has caught up.
 */
export class Followers implements FollowerRunner {
  readonly #all: readonly DurableFollower[];
  readonly #options: RunnerOptions;
  readonly #lanes = new Map<Lane, Promise<void>>();
  /** The last batch that each follower has dealt with. */
  readonly #reached = new Map<string, number>();
  /** The lane that is furthest in the journal. While it works, no other one overtakes it. */
  #lead: Lane;
  #isStopped = false;

  /** @throws when one of them reads what a later one writes. */
  constructor(followers: readonly DurableFollower[], options: RunnerOptions) {
    checkOrder(followers);
    this.#all = followers;
    this.#options = options;
    this.#lead = this.#start(followers);
  }

  wake(): void {
    this.#lead.work.raise();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const lane of this.#lanes.keys()) {
      lane.work.raise();
      lane.end.raise();
    }
    await Promise.all(this.#lanes.values());
  }

  #start(followers: readonly DurableFollower[], failures = 0): Lane {
    const [work, end] = [new WakeSignal(), new WakeSignal()];
    const lane: Lane = { followers, group: undefined, isWriting: false, failures, work, end };
    this.#lanes.set(
      lane,
      // Not before this call has returned: the first lane is the lead.
      Promise.resolve()
        .then(() => this.#run(lane))
        .finally(() => this.#lanes.delete(lane)),
    );
    return lane;
  }

  async #run(lane: Lane): Promise<void> {
    while (!this.#isStopped && lane.followers.length > 0) {
      try {
        if (lane.failures > 0) await lane.end.wait(Math.min(retryMs * 2 ** lane.failures, retryMsMax));
        if (this.#isStopped) return;
        await withConnection(this.#options, (client) => this.#follow(lane, client));
      } catch (error) {
        lane.group = undefined;
        lane.isWriting = false;
        this.#fail(lane, error);
      }
    }
  }

  async #follow(lane: Lane, client: pg.ClientBase): Promise<void> {
    const { group, behind } = await FollowerGroup.open(client, lane.followers);
    this.#separate(lane, behind, 0);
    this.#separate(lane, group.removeBereft(this.#all), 0);
    lane.group = group;
    this.#tell(group);
    while (!this.#isStopped) {
      if (this.#join(lane, group)) return;
      const began = performance.now();
      const isLead = lane === this.#lead;
      if (isLead) this.#options.onLook?.();
      lane.isWriting = true;
      const eventsMax = isLead ? chunkEventsMax : behindEventsMax;
      const done = await group.advance(client, { upTo: this.#boundOf(lane), eventsMax });
      lane.isWriting = false;
      if (done === 'none') {
        await lane.work.wait(this.#options.pollMs ?? 1_000);
        continue;
      }
      lane.failures = 0;
      this.#tell(group);
      await this.#rest(lane, done, performance.now() - began);
    }
  }

  /** Says how far the followers of a lane have come, and wakes the lanes that wait for it. */
  #tell(group: FollowerGroup): void {
    const { names, tip } = group;
    for (const name of names) this.#reached.set(name, tip.batch);
    const isAhead = tip.batch > (this.#lead.group?.tip.batch ?? -1);
    for (const lane of this.#lanes.keys()) {
      if (lane.group !== group) lane.work.raise();
      else if (isAhead) this.#lead = lane;
    }
    this.#options.onReached({ names, batch: tip.batch, event: tip.event });
  }

  async #rest(lane: Lane, done: 'all' | 'part', workedMs: number): Promise<void> {
    const { least, most } = this.#options.gatherMs ?? defaultGatherMs;
    if (this.#isStopped) return;
    if (lane !== this.#lead) await lane.end.wait(Math.min(behindRestFactor * workedMs, most));
    else if (done === 'all') await lane.end.wait(Math.min(Math.max(restFactor * workedMs, least), most));
  }

  /** How far a lane may go: no further than the lead, nor than the followers whose tables it reads. */
  #boundOf(lane: Lane): number {
    const lead = lane === this.#lead ? undefined : this.#lead.group?.tip.batch;
    const own = new Set(lane.followers.map(({ name }) => name));
    const read = lane.followers.flatMap(({ reads = [] }) => reads).filter((name) => !own.has(name));
    return Math.min(lead ?? Number.POSITIVE_INFINITY, ...read.map((name) => this.#reached.get(name) ?? 0));
  }

  /** Hands the followers of a lane that has caught up over to the lead. Only between two transactions of both. */
  #join(lane: Lane, group: FollowerGroup): boolean {
    const { group: lead, isWriting } = this.#lead;
    if (lane === this.#lead || isWriting || lead?.tip.batch !== group.tip.batch) return false;
    const together = new Set([...lead.names, ...group.names]);
    if (!lane.followers.every(({ reads = [] }) => reads.every((name) => together.has(name)))) return false;
    lead.takeIn(group, this.#all);
    this.#lead.followers = lead.followers;
    lane.followers = [];
    return true;
  }

  /** Gives each of some followers a lane of its own. */
  #separate(lane: Lane, leaving: readonly DurableFollower[], failures: number): void {
    if (leaving.length === 0) return;
    lane.followers = lane.followers.filter((follower) => !leaving.includes(follower));
    for (const follower of leaving) this.#start([follower], failures);
  }

  /** Where one follower is to blame, it is tried again alone, with those that read its tables; the others go on at once. */
  #fail(lane: Lane, error: unknown): void {
    const cause = error instanceof FollowerFailed ? error.cause : error;
    const guilty =
      error instanceof FollowerFailed && !isDatabaseUnreachable(cause) ? error.follower : undefined;
    const isShared = guilty !== undefined && lane.followers.length > 1;
    if (!this.#isStopped)
      this.#options.onFault(cause, isShared ? [guilty] : lane.followers.map(({ name }) => name));
    if (!isShared) lane.failures += 1;
    else {
      const leaving = lane.followers.filter(
        ({ name, reads = [] }) => name === guilty || reads.includes(guilty),
      );
      this.#separate(lane, leaving, 1);
    }
  }
}

function checkOrder(followers: readonly DurableFollower[]): void {
  const before = new Set<string>();
  for (const { name, reads = [] } of followers) {
    invariant(!before.has(name), `Two followers are called ${name}.`);
    for (const each of reads)
      invariant(before.has(each), `The follower ${name} reads what ${each} writes, and must come after it.`);
    before.add(name);
  }
}

async function withConnection(
  { url, queryTimeoutMs = defaultQueryTimeoutMs }: RunnerOptions,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'emporion followers',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
  });
  // A connection that breaks also fails the query under way, which tells.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
