import type { KeyValueStore } from './browser-storage.ts';

/** The stored keys are fixed by the specification. */
const keys = { token: 'token', email: 'email', refreshToken: 'refresh_token' } as const;

export interface SessionState {
  readonly token: string | null;
  readonly refreshToken: string | null;
  readonly email: string | null;
}

export interface SessionTokens {
  readonly token: string;
  readonly refreshToken: string;
  readonly email?: string;
}

export interface Session {
  /** Reads the storage itself, because another tab may have written since the last event arrived here. */
  read(): SessionState;
  isLoggedIn(): boolean;
  save(tokens: SessionTokens): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

function sameState(one: SessionState, other: SessionState): boolean {
  return one.token === other.token && one.refreshToken === other.refreshToken && one.email === other.email;
}

/** `events` is where other tabs' changes arrive: the window, in a browser. */
export function createSession(storage: KeyValueStore, events?: EventTarget): Session {
  const listeners = new Set<() => void>();
  let last: SessionState = { token: null, refreshToken: null, email: null };

  function read(): SessionState {
    const now = {
      token: storage.getItem(keys.token) || null,
      refreshToken: storage.getItem(keys.refreshToken) || null,
      email: storage.getItem(keys.email) || null,
    };
    // The same object is returned while nothing changed: React compares snapshots by identity.
    if (!sameState(last, now)) last = now;
    return last;
  }

  function announce(): void {
    for (const listener of [...listeners]) listener();
  }

  const watched = new Set<string | null>([keys.token, keys.refreshToken, keys.email, null]);
  events?.addEventListener('storage', (event) => {
    // A null key means that the other tab cleared everything.
    if (watched.has((event as StorageEvent).key)) announce();
  });

  return {
    read,
    isLoggedIn: () => read().token !== null,
    save({ token, refreshToken, email }) {
      storage.setItem(keys.token, token);
      storage.setItem(keys.refreshToken, refreshToken);
      if (email !== undefined) storage.setItem(keys.email, email);
      announce();
    },
    clear() {
      for (const key of Object.values(keys)) storage.removeItem(key);
      announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
