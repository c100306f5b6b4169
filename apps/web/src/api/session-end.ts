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

// Whoever has logged in again does not need it any more.
session.subscribe(() => {
  if (!session.isLoggedIn() || tabStorage.getItem(key) === null) return;
  tabStorage.removeItem(key);
  announce();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionEnd(): string | null {
  return useSyncExternalStore(subscribe, () => tabStorage.getItem(key));
}
