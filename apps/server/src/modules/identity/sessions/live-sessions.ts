import type { Capability } from '@emporion/contracts/rest';
import type { Platform } from '#platform/platform.ts';

/** What is known of a session that was open a moment ago. */
export interface LiveSession {
  readonly userId: string;
  readonly staff: boolean;
  readonly capabilities: ReadonlySet<Capability>;
  readonly frozen: boolean;
  /** A second factor is required, and the account has none. */
  readonly missesFactor: boolean;
  readonly expiresAt: Date;
}

/** How long a session is believed without asking: what another process ends is heard of long before. */
const keptMs = 5_000;
/** Longer than a transaction that ends sessions takes: meanwhile what the database says may be the state before. */
const distrustMs = 10_000;
const sessionsMax = 20_000;

/** Remembers open sessions for seconds, so that standing before every order costs no query each time. */
export class LiveSessions {
  readonly #sessions = new Map<string, LiveSession & { readonly readAt: number }>();
  /** Sessions that are over, until when that is believed without asking: their tokens can be shown without end. */
  readonly #over = new Map<string, number>();
  readonly #distrusted = new Map<string, number>();
  readonly #asked = new Map<string, Promise<LiveSession | undefined>>();

  find(sessionId: string): LiveSession | undefined {
    const found = this.#sessions.get(sessionId);
    if (found === undefined) return undefined;
    if (performance.now() - found.readAt < keptMs) return found;
    this.#sessions.delete(sessionId);
    return undefined;
  }

  /**
   * Lets calls of one session that come together share one question to the database: hundreds of orders at once would otherwise wait for one another
   * to note that the session is in use. While an ending may be under way everyone asks alone, for an answer of before it must not count after it.
   */
  ask(
    { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
    read: () => Promise<LiveSession | undefined>,
  ): Promise<LiveSession | undefined> {
    if (this.#isDistrusted(userId)) return read();
    const asked = this.#asked.get(sessionId);
    if (asked !== undefined) return asked;
    const answer = read().finally(() => {
      if (this.#asked.get(sessionId) === answer) this.#asked.delete(sessionId);
    });
    this.#asked.set(sessionId, answer);
    return answer;
  }

  remember(sessionId: string, session: LiveSession): void {
    if (this.#isDistrusted(session.userId)) return;
    if (this.#sessions.size >= sessionsMax) forgetOldest(this.#sessions);
    this.#sessions.set(sessionId, { ...session, readAt: performance.now() });
  }

  rememberOver(sessionId: string): void {
    if (this.#over.size >= sessionsMax) forgetOldest(this.#over);
    this.#over.set(sessionId, performance.now() + keptMs);
  }

  isOver(sessionId: string): boolean {
    const until = this.#over.get(sessionId);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#over.delete(sessionId);
    return false;
  }

  /** From now on the database is asked about this user every time, for as long as an ending may be under way. */
  distrust(userId: string): void {
    if (this.#distrusted.size >= sessionsMax) forgetOldest(this.#distrusted);
    this.#distrusted.set(userId, performance.now() + distrustMs);
    this.#asked.clear();
    // What an account may do can change for the better, too.
    this.#over.clear();
    for (const [id, session] of this.#sessions) if (session.userId === userId) this.#sessions.delete(id);
  }

  clear(): void {
    this.#sessions.clear();
    this.#over.clear();
    this.#asked.clear();
  }

  #isDistrusted(userId: string): boolean {
    const until = this.#distrusted.get(userId);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#distrusted.delete(userId);
    return false;
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

/** One memory per database, so that two servers in one process do not answer for each other. */
const memories = new WeakMap<Platform['database'], LiveSessions>();

export function liveSessionsOf({ database }: Pick<Platform, 'database'>): LiveSessions {
  const known = memories.get(database) ?? new LiveSessions();
  memories.set(database, known);
  return known;
}
