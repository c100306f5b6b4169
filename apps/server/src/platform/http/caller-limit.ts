import { Problem } from './problem.ts';

/** Keys remembered at once; the least recently seen is forgotten first, so memory has a bound. */
const keysMax = 100_000;

interface Bucket {
  left: number;
  countedAtMs: number;
}

/** Counts what each key does against a burst that refills steadily. */
export class Buckets {
  readonly #burst: number;
  readonly #perMs: number;
  readonly #keysMax: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: { burst: number; perSecond: number; keysMax?: number }) {
    this.#burst = options.burst;
    this.#perMs = options.perSecond / 1_000;
    this.#keysMax = options.keysMax ?? keysMax;
  }

  /** Takes one out of the key's bucket. False when it is empty. */
  take(key: string, nowMs = performance.now()): boolean {
    const bucket = this.#refilled(key, nowMs);
    // Seen last, forgotten last.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > this.#keysMax) this.#forgetOldest();
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  }

  /** Takes as many out of a bucket, more than are left in it too: it then stays empty for the longer. False for one that owes already. */
  charge(key: string, count: number, nowMs = performance.now()): boolean {
    const bucket = this.#refilled(key, nowMs);
    if (bucket.left < 0) return false;
    bucket.left -= count;
    this.#buckets.set(key, bucket);
    return true;
  }

  isEmpty(key: string, nowMs = performance.now()): boolean {
    return this.#refilled(key, nowMs).left < 1;
  }

  #refilled(key: string, nowMs: number): Bucket {
    const bucket = this.#buckets.get(key);
    if (!bucket) return { left: this.#burst, countedAtMs: nowMs };
    bucket.left = Math.min(this.#burst, bucket.left + (nowMs - bucket.countedAtMs) * this.#perMs);
    bucket.countedAtMs = nowMs;
    return bucket;
  }

  #forgetOldest(): void {
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}

/** Counts what each user does by the second instead of all calls by the minute, for what programs do often. */
export interface CallerLimit {
  /** Counts a call. Returns why it is refused, if it is. */
  readonly count: (userId: string) => Problem | undefined;
  /**
   * Counts what an admitted call carries beyond the one thing that it was counted for. Calls that come together are all admitted before the first of them is
   * charged, so it is asked again whether there is room.
   *
   * @throws Problem rate_limit_exceeded.
   */
  readonly charge: (userId: string, count: number) => void;
}

export function createCallerLimit({ perSecond }: { perSecond: number }): CallerLimit {
  const callers = new Buckets({ burst: perSecond * 2, perSecond });
  return {
    count: (userId) => (callers.take(userId) ? undefined : refusal()),
    charge: (userId, count) => {
      if (!callers.charge(userId, count)) throw refusal();
    },
  };
}

function refusal(): Problem {
  return new Problem('rate_limit_exceeded', { retryAfterSeconds: 1 });
}
