import type { ErrorCode } from '@emporion/contracts/errors';
import { errorCatalogue } from '@emporion/contracts/errors';
import {
  isSubscriptionName,
  type ServerMessage,
  type SubscriptionName,
  subscriptions,
} from '@emporion/contracts/sockets';
import type { Language } from '@emporion/i18n';
import { translate } from '@emporion/i18n/server';
import type { Authenticate, Caller } from '#platform/http/caller.ts';
import type { Topics, Unsubscribe } from './topics.ts';

export interface SessionParts {
  readonly topics: Topics;
  readonly authenticate: Authenticate;
  readonly language: Language;
  readonly subscriptionsMax: number;
  readonly send: (message: ServerMessage) => void;
}

interface Subscription {
  readonly isPrivate: boolean;
  readonly unsubscribe: Unsubscribe;
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

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get caller(): Caller | null {
    return this.#caller;
  }

  /** Refuses with `token_not_valid`. Whoever was logged in before is not any more. */
  async present(token: string | null): Promise<void> {
    const caller = token === null ? null : ((await this.#parts.authenticate(token)) ?? null);
    if (this.#ended) return;
    if (caller?.userId !== this.#caller?.userId) this.#closeWhere(({ isPrivate }) => isPrivate);
    this.#caller = caller;
    if (caller !== null) this.#parts.send({ kind: 'user_notification', results: [] });
    else if (token !== null) this.refuse('token_not_valid');
  }

  /**
   * Refuses with `subscription_unknown`, `unauthorized`, `unprocessable_entity` or `too_many_subscriptions`. Adding what
   * is already there opens it anew: that is how a client recovers from a gap.
   */
  async add({ command, name, params }: SubscriptionRequest): Promise<void> {
    const found = this.#find({ command, name, params });
    if (found === undefined) return;
    const { isPrivate } = found;
    if (isPrivate && this.#caller === null) return this.refuse('unauthorized', command);
    this.#closeWhere((_subscription, key) => key === found.key);
    if (this.#subscriptions.size >= this.#parts.subscriptionsMax) {
      return this.refuse('too_many_subscriptions', command);
    }
    const unsubscribe = await found.open({ caller: this.#caller, send: this.#parts.send }, found.params);
    // The socket may have closed while the topic was opening.
    if (this.#ended) unsubscribe();
    else this.#subscriptions.set(found.key, { isPrivate, unsubscribe });
  }

  /** Removing what is not there is no mistake: the client and the server agree afterwards. */
  remove(request: SubscriptionRequest): void {
    const found = this.#find(request);
    if (found !== undefined) this.#closeWhere((_subscription, key) => key === found.key);
  }

  refuse(code: ErrorCode, command?: string): void {
    const detail = translate(this.#parts.language, errorCatalogue[code].messageKey);
    this.#parts.send({ kind: 'error', code, detail, ...(command !== undefined && { command }) });
  }

  end(): void {
    this.#ended = true;
    this.#closeWhere(() => true);
  }

  #find({ command, name, params }: SubscriptionRequest) {
    const open = isSubscriptionName(name) ? this.#parts.topics.find(name) : undefined;
    if (open === undefined || !isSubscriptionName(name)) return this.refuse('subscription_unknown', command);
    const contract = subscriptions[name];
    const parsed = contract.params.safeParse(params ?? {});
    if (!parsed.success) return this.refuse('unprocessable_entity', command);
    return { key: keyOf(name, parsed.data), isPrivate: contract.private, open, params: parsed.data };
  }

  #closeWhere(wanted: (subscription: Subscription, key: string) => boolean): void {
    for (const [key, subscription] of this.#subscriptions) {
      if (!wanted(subscription, key)) continue;
      this.#subscriptions.delete(key);
      subscription.unsubscribe();
    }
  }
}

/** The same params give the same key, in whatever order they were written. */
function keyOf(name: SubscriptionName, params: Record<string, unknown>): string {
  return JSON.stringify([name, Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))]);
}
