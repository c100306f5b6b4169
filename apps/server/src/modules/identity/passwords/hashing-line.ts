import type { Network } from '#platform/http/address-key.ts';

/** Who waits for a turn. */
export interface Waiter {
  /** Whether they have proved to be somebody. Strangers take neither their turns nor their room. */
  readonly known: boolean;
  /** What they take turns by, the widest first: an account, or the networks that an address lies in. */
  readonly path: readonly string[];
}

/** Somebody with an open session, or with a device that logged in to this account before. */
export function knownAs(userId: string): Waiter {
  return { known: true, path: [userId] };
}

export function strangerFrom(networks: readonly Network[]): Waiter {
  return { known: false, path: networks.map(({ key }) => key).reverse() };
}

interface Task {
  start(): Promise<void>;
  refuse(): void;
}

/** So many turns in a row are for those who are known, while strangers wait too. */
const knownInARowMax = 7;

export interface HashingLineOptions {
  /** How many of each kind may be here, the one whose turn it is included. */
  readonly waitingMax: { readonly known: number; readonly strangers: number };
  readonly onFull: () => Error;
}

/**
 * Runs one task at a time, and refuses when too many wait: the answer to a flood is an early no, not a late yes.
 * Those who are known go before strangers. Of each kind those who wait take turns, and where there is no room the last
 * of whoever has most waiting goes.
 */
export class HashingLine {
  readonly #options: HashingLineOptions;
  readonly #known = new Turns();
  readonly #strangers = new Turns();
  #running: Turns | undefined;
  #knownInARow = 0;

  constructor(options: HashingLineOptions) {
    this.#options = options;
  }

  run<Value>(task: () => Promise<Value>, waiter: Waiter): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const turns = waiter.known ? this.#known : this.#strangers;
      turns.add(waiter.path, {
        start: async () => {
          try {
            resolve(await task());
          } catch (error) {
            reject(error);
          }
        },
        refuse: () => reject(this.#options.onFull()),
      });
      const present = turns.size + (this.#running === turns ? 1 : 0);
      const { known, strangers } = this.#options.waitingMax;
      if (present > (waiter.known ? known : strangers)) turns.dropLast(waiter.path)?.refuse();
      this.#next();
    });
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const strangersTurn = this.#knownInARow >= knownInARowMax && this.#strangers.size > 0;
    const turns = this.#known.size > 0 && !strangersTurn ? this.#known : this.#strangers;
    const task = turns.next();
    if (task === undefined) return;
    this.#knownInARow = turns === this.#known ? this.#knownInARow + 1 : 0;
    this.#running = turns;
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
