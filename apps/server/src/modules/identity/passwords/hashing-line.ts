import { invariant } from '@emporion/kernel';
import { type Network, withNeighbours } from '#platform/http/address-key.ts';
import { type Rank, ranks } from './recent-failures.ts';

/** Who waits for a turn. */
export interface Waiter {
  /** The priority lane: 0 is for authenticated callers and known devices, higher numbers for strangers by rank. */
  readonly lane: number;
  /** What callers of one lane take turns by, the widest first: an account, or the networks that an address lies in. */
  readonly path: readonly string[];
}

const knownLane = 0;
const laneCount = 1 + 2 * ranks.length;

/** A caller with an open session, or with a device that logged in to this account before. */
export function knownAs(userId: string): Waiter {
  return { lane: knownLane, path: [userId] };
}

export interface Standing {
  readonly rank: Rank;
  /** Whether the caller solved a puzzle for this call, or holds a token of ours: a flood has neither for nothing. */
  readonly hasProof: boolean;
}

/** Strangers with a proof go before all others; both kinds by rank. */
export function strangerFrom(networks: readonly Network[], { rank, hasProof }: Standing): Waiter {
  const path = withNeighbours(networks).map(({ key }) => key);
  return { lane: 1 + rank + (hasProof ? 0 : ranks.length), path: path.reverse() };
}

interface Task {
  start(): Promise<void>;
  refuse(): void;
}

/** So many turns in a row are for one lane, while callers of lanes behind it wait too. */
const inARowMax = 7;

export interface HashingLineOptions {
  /** How many of each kind may be here, the one whose turn it is included. */
  readonly waitingMax: { readonly known: number; readonly strangers: number };
  readonly onFull: () => Error;
}

/**
 * Runs one task at a time, and refuses when too many wait: the answer to a flood is an early no, not a late yes. Known
 * callers go before strangers, strangers with a proof before others, and those without recent failures before the rest;
 * each lane leaves one turn of eight to the lanes behind it. Within a lane callers take turns. If strangers have no room left, the last of the worst lane
 * goes: the last task of the network that has most waiting there.
 */
export class HashingLine {
  readonly #options: HashingLineOptions;
  readonly #lanes = Array.from({ length: laneCount }, () => new Turns());
  /** How many turns each lane has had since the last turn of a lane behind it. */
  readonly #inARow = Array.from({ length: laneCount }, () => 0);
  #running: number | undefined;

  constructor(options: HashingLineOptions) {
    this.#options = options;
  }

  run<Value>(task: () => Promise<Value>, waiter: Waiter): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#lane(waiter.lane).add(waiter.path, {
        start: async () => {
          try {
            resolve(await task());
          } catch (error) {
            reject(error);
          }
        },
        refuse: () => reject(this.#options.onFull()),
      });
      this.#makeRoom(waiter);
      this.#next();
    });
  }

  get strangersWaiting(): number {
    return this.#lanes.slice(knownLane + 1).reduce((sum, { size }) => sum + size, 0);
  }

  #lane(lane: number): Turns {
    const turns = this.#lanes[lane];
    invariant(turns !== undefined, 'a waiter names a lane that exists');
    return turns;
  }

  /** Refuses one task if there are too many of the kind that has just come. */
  #makeRoom({ lane, path }: Waiter): void {
    const isKnown = lane === knownLane;
    const own = isKnown ? [knownLane] : this.#lanes.map((_, index) => index).slice(1);
    const waiting = own.reduce((sum, index) => sum + this.#lane(index).size, 0);
    const present = waiting + (this.#running !== undefined && own.includes(this.#running) ? 1 : 0);
    const { known, strangers } = this.#options.waitingMax;
    if (present <= (isKnown ? known : strangers)) return;
    const worst = own.findLast((index) => this.#lane(index).size > 0) ?? lane;
    this.#lane(worst)
      .dropLast(worst === lane ? path : [])
      ?.refuse();
  }

  #nextLane(): number | undefined {
    const waiting = this.#lanes.flatMap(({ size }, index) => (size > 0 ? [index] : []));
    return waiting.find((lane) => (this.#inARow[lane] ?? 0) < inARowMax) ?? waiting.at(-1);
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const lane = this.#nextLane();
    if (lane === undefined) return;
    const task = this.#lane(lane).next();
    invariant(task !== undefined, 'a lane with waiting callers has a task');
    this.#inARow.fill(0, 0, lane);
    this.#inARow[lane] = (this.#inARow[lane] ?? 0) + 1;
    this.#running = lane;
    void task.start().finally(() => {
      this.#running = undefined;
      this.#next();
    });
  }
}

/** Tasks in the order of turns: each branch of a path has one turn, and within it each of its own branches. */
class Turns {
  /** In the order of their turns; none of them is empty. */
  readonly #branches = new Map<string, Turns>();
  /** Of whoever the path ends at. */
  readonly #tasks: Task[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add([step, ...rest]: readonly string[], task: Task): void {
    this.#size += 1;
    if (step === undefined) {
      this.#tasks.push(task);
      return;
    }
    const branch = this.#branches.get(step) ?? new Turns();
    this.#branches.set(step, branch);
    branch.add(rest, task);
  }

  next(): Task | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const [first] = this.#branches;
    if (first === undefined) return this.#tasks.shift();
    const [step, branch] = first;
    const task = branch.next();
    this.#branches.delete(step);
    if (branch.size > 0) this.#branches.set(step, branch);
    return task;
  }

  /** Takes out the last task of the branch that has most; of several with as many, it is the newcomer's. */
  dropLast([own, ...rest]: readonly string[] = []): Task | undefined {
    const longest = this.#longest(own);
    this.#size -= 1;
    const branch = longest === undefined ? undefined : this.#branches.get(longest);
    if (longest === undefined || branch === undefined) return this.#tasks.pop();
    const task = branch.dropLast(longest === own ? rest : []);
    if (branch.size === 0) this.#branches.delete(longest);
    return task;
  }

  #longest(own: string | undefined): string | undefined {
    let longest = own;
    let most = own === undefined ? 0 : (this.#branches.get(own)?.size ?? 0);
    for (const [step, { size }] of this.#branches) {
      if (size <= most) continue;
      longest = step;
      most = size;
    }
    return longest;
  }
}
