import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/schema.ts';
import { networksOf } from './address-key.ts';
import type { App } from './app.ts';
import { hookOf, shownBy, type Verdict } from './authenticate-request.ts';
import type { Caller } from './caller.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What counts the calls that have no limit of their own. */
    rateLimit: RateLimit;
  }
}

/** Files and health checks cost next to nothing, and a page of ours fetches dozens of them at once. */
const free = /^\/(?:account|public|healthz|readyz|metrics)?(?:\/|$)/;

const windowMs = 60_000;
/** Keys remembered at once; the least recently seen is forgotten first, so memory has a bound. */
const keysMax = 20_000;

/** A minute of calls under one key. */
interface Window {
  calls: number;
  readonly max: number;
  readonly endsAtMs: number;
}

/**
 * Counts calls by the minute. Whoever has proved who they are is counted as themselves; everybody else by address, in
 * every network that it lies in.
 */
export class RateLimit {
  readonly #perMinute: number;
  readonly #windows = new Map<string, Window>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts a call of nobody who is known. Returns why it is refused, if it is. */
  countAddress(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const nowMs = performance.now();
    const [narrowest, ...wider] = networksOf(request.ip);
    let tightest = this.#count(narrowest.key, this.#perMinute, nowMs);
    for (const { key, callers } of wider) {
      // What is refused in a narrow network is not counted in the wider: its neighbours there did nothing.
      if (tightest.calls > tightest.max) break;
      const window = this.#count(key, this.#perMinute * callers, nowMs);
      if (window.max - window.calls < tightest.max - tightest.calls) tightest = window;
    }
    return judge(tightest, nowMs, reply);
  }

  /** Counts a call of somebody who has proved to be the one that the key names. Returns why it is refused, if it is. */
  countCaller(key: string, reply: FastifyReply): Problem | undefined {
    const nowMs = performance.now();
    // No address looks like this, so that nobody is counted as one.
    return judge(this.#count(`caller ${key}`, this.#perMinute, nowMs), nowMs, reply);
  }

  #count(key: string, max: number, nowMs: number): Window {
    const known = this.#windows.get(key);
    const window = known && known.endsAtMs > nowMs ? known : { calls: 0, max, endsAtMs: nowMs + windowMs };
    // Seen last, forgotten last.
    if (known) this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size > keysMax) this.#forgetOldest();
    window.calls += 1;
    return window;
  }

  #forgetOldest(): void {
    for (const oldest of this.#windows.keys()) {
      this.#windows.delete(oldest);
      return;
    }
  }
}

/** Tells the caller what is left, and refuses the call when nothing was. */
function judge({ calls, max, endsAtMs }: Window, nowMs: number, reply: FastifyReply): Problem | undefined {
  const resetSeconds = Math.ceil((endsAtMs - nowMs) / 1_000);
  reply.header('x-ratelimit-limit', max);
  reply.header('x-ratelimit-remaining', Math.max(0, max - calls));
  reply.header('x-ratelimit-reset', resetSeconds);
  return calls > max ? new Problem('rate_limit_exceeded', { retryAfterSeconds: resetSeconds }) : undefined;
}

/** Counts the calls of every route. Those of the contract count themselves, because they know who may call. */
export function addRateLimit(app: App, { rateLimitPerMinute }: Config): void {
  const limit = new RateLimit(rateLimitPerMinute);
  app.decorate('rateLimit', limit);
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint !== undefined || free.test(route.url)) return;
    route.onRequest = [countHook(limit), route.onRequest ?? []].flat();
  });
}

/** A hook that counts a call for whom it shows a good token of, or else by its address. */
export function countHook(limit: RateLimit) {
  return hookOf((request, reply) => countCall(limit, request, reply));
}

/** Counts a call where no token is asked for. */
export function countCall(limit: RateLimit, request: FastifyRequest, reply: FastifyReply): Verdict {
  const count = (caller: Caller | undefined) =>
    caller === undefined ? limit.countAddress(request, reply) : limit.countCaller(caller.userId, reply);
  const caller = shownBy(request);
  return caller instanceof Promise ? caller.then(count) : count(caller);
}
