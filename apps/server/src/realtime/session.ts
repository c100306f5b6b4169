import type { ErrorCode } from '@emporion/contracts/errors';
import {
  isSubscriptionName,
  type ServerMessage,
  type SubscriptionName,
  subscriptions,
} from '@emporion/contracts/sockets';
import type { Language } from '@emporion/i18n';
import type { z } from 'zod';
import type { Authenticate, Caller } from '#platform/http/caller.ts';
import { expectedProblem } from '#platform/http/errors/expected-problem.ts';
import { refusedFields } from '#platform/http/errors/refused-fields.ts';
import { wordsOf } from '#platform/http/errors/render-problem.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Following, Topics } from './topics.ts';

export interface SessionParts {
  readonly topics: Topics;
  readonly authenticate: Authenticate;
  readonly language: Language;
  readonly subscriptionsMax: number;
  readonly send: (message: ServerMessage) => void;
  readonly sendFrame: (frame: Buffer) => void;
  readonly unsentBytes: () => number;
  /** Charges work that is worth so many messages. False when it must not be done. */
  readonly spend: (messages: number) => boolean;
  /** What adding again costs, in messages: a few bytes are answered with a whole state. */
  readonly addAgainCost: number;
  /** Called when the socket begins or ceases to speak for a user. */
  readonly onUser: (change: { readonly from: string | undefined; readonly to: string | undefined }) => void;
  /** Called when the token is over and no other one came in time. */
  readonly expire: () => void;
  readonly tokenGraceMs: number;
}

/** A timer for longer than this would fire at once. */
const timerMaxMs = 2 ** 31 - 1;

interface Subscription {
  readonly isPrivate: boolean;
  readonly following: Following;
}

export interface SubscriptionRequest {
  readonly command: string;
  readonly name: string;
  readonly params: unknown;
}

/** Who is behind one socket and what they follow. Its operations are called one after the other, never at once. */
export class Session {
  readonly #parts: SessionParts;
  readonly #subscriptions = new Map<string, Subscription>();
  #caller: Caller | null = null;
  #ended = false;
  #expiry: NodeJS.Timeout | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get caller(): Caller | null {
    return this.#caller;
  }

  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  /** Refuses with `token_not_valid`. Whoever was logged in before is not any more. */
  async present(token: string | null): Promise<void> {
    const caller = await this.#holderOf(token);
    if (this.#ended) return;
    if (caller?.userId !== this.#caller?.userId) this.#closeWhere(({ isPrivate }) => isPrivate);
    this.#setCaller(caller);
    this.#watchExpiry(caller);
    // The session may have ended while its token was looked at. From here on such an end reaches this socket, so looking
    // once more leaves no gap.
    if (caller !== null && (await this.#holderOf(token)) === null) return this.#parts.expire();
    if (caller !== null) this.#parts.send({ kind: 'user_notification', results: [] });
    else if (token !== null) this.refuse('token_not_valid');
  }

  /**
   * Refuses with `subscription_unknown`, `unauthorized`, `unprocessable_entity`, `too_many_subscriptions`, or as the topic does. Adding what
   * is already there brings the whole state once more: that is how a client recovers from a gap.
   */
  async add({ command, name, params }: SubscriptionRequest): Promise<void> {
    const found = this.#find({ command, name, params });
    if (found === undefined) return;
    const { isPrivate } = found;
    if (isPrivate && this.#caller === null) return this.refuse('unauthorized', command);
    const known = this.#subscriptions.get(found.key);
    if (known !== undefined) {
      // The message itself is paid for.
      if (this.#parts.spend(this.#parts.addAgainCost - 1)) known.following.again();
      return;
    }
    if (this.#subscriptions.size >= this.#parts.subscriptionsMax) {
      return this.refuse('too_many_subscriptions', command);
    }
    const { send, sendFrame, unsentBytes } = this.#parts;
    const subscriber = { caller: this.#caller, send, sendFrame, unsentBytes };
    const following = await this.#open(() => found.open(subscriber, found.params), command);
    if (following === undefined) return;
    // The socket may have closed while the topic was opening.
    if (this.#ended) following.leave();
    else this.#subscriptions.set(found.key, { isPrivate, following });
  }

  /** Removing what is not there is no mistake: the client and the server agree afterwards. */
  remove(request: SubscriptionRequest): void {
    const found = this.#find(request);
    if (found !== undefined) this.#closeWhere((_subscription, key) => key === found.key);
  }

  refuse(why: ErrorCode | Problem, command?: string): void {
    const words = wordsOf(why instanceof Problem ? why : new Problem(why), this.#parts.language);
    this.#parts.send({ kind: 'error', ...words, ...(command !== undefined && { command }) });
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#expiry);
    this.#closeWhere(() => true);
    this.#setCaller(null);
  }

  async #holderOf(token: string | null): Promise<Caller | null> {
    return token === null ? null : ((await this.#parts.authenticate(token)) ?? null);
  }

  #setCaller(caller: Caller | null): void {
    const change = { from: this.#caller?.userId, to: caller?.userId };
    this.#caller = caller;
    if (change.from !== change.to) this.#parts.onUser(change);
  }

  /** A topic refuses what nobody can follow, such as a pair that does not exist, with a problem of the catalogue. */
  async #open(open: () => Promise<Following>, command: string): Promise<Following | undefined> {
    try {
      return await open();
    } catch (error) {
      const problem = expectedProblem(error);
      if (!problem) throw error;
      this.refuse(problem, command);
      return undefined;
    }
  }

  #watchExpiry(caller: Caller | null): void {
    clearTimeout(this.#expiry);
    if (caller?.expiresAt === undefined) return;
    const leftMs = caller.expiresAt.getTime() - Date.now() + this.#parts.tokenGraceMs;
    this.#expiry = setTimeout(this.#parts.expire, Math.min(Math.max(leftMs, 0), timerMaxMs)).unref();
  }

  #find({ command, name, params }: SubscriptionRequest) {
    const open = isSubscriptionName(name) ? this.#parts.topics.find(name) : undefined;
    if (open === undefined || !isSubscriptionName(name)) return this.refuse('subscription_unknown', command);
    const contract = subscriptions[name];
    const input = params ?? {};
    const parsed = contract.params.safeParse(input);
    if (!parsed.success)
      return this.refuse(wrongFields('params', input, parsed.error.issues, contract.params), command);
    return { key: keyOf(name, parsed.data), isPrivate: contract.private, open, params: parsed.data };
  }

  #closeWhere(wanted: (subscription: Subscription, key: string) => boolean): void {
    for (const [key, subscription] of this.#subscriptions) {
      if (!wanted(subscription, key)) continue;
      this.#subscriptions.delete(key);
      subscription.following.leave();
    }
  }
}

/** What is wrong with the fields of a message, or with its params. */
export function wrongFields(
  name: 'params' | 'message',
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
  schema: z.core.$ZodType,
): Problem {
  const findings = issues.map((issue) => ({
    keyword: issue.code,
    instancePath: issue.path.map((segment) => `/${String(segment)}`).join(''),
    message: issue.message,
    params: { ...issue },
  }));
  return new Problem('unprocessable_entity', { fields: refusedFields(findings, { name, input, schema }) });
}

/** The same params give the same key, in whatever order they were written. */
function keyOf(name: SubscriptionName, params: Record<string, unknown>): string {
  return JSON.stringify([name, Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))]);
}
