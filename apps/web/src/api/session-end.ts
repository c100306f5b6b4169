import { useSyncExternalStore } from 'react';
import { tabStorage } from './browser-storage.ts';
import { session } from './session.ts';

const key = 'session_end';
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of [...listeners]) listener();
}

/** Keeps the sentence that says why the last session ended, for the page on which the person logs in again. */
export function rememberSessionEnd(sentence: string): void {
  tabStorage.setItem(key, sentence);
  announce();
}

/** Whoever tries to log in again has read it; what the server says to that would stand beside it. */
export function forgetSessionEnd(): void {
  if (tabStorage.getItem(key) === null) return;
  tabStorage.removeItem(key);
  announce();
}

// Somebody has logged in again, perhaps in another tab.
session.subscribe(() => {
  if (session.isLoggedIn()) forgetSessionEnd();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionEnd(): string | null {
  return useSyncExternalStore(subscribe, () => tabStorage.getItem(key));
}
