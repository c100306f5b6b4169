import { useSyncExternalStore } from 'react';
import { browserStorage } from '#api/browser-storage.ts';

const key = 'favourite_pairs';
const listeners = new Set<() => void>();

/** The text is the snapshot: React compares it by value, and what somebody else wrote into it does no harm. */
function read(): string {
  return browserStorage.getItem(key) ?? '';
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The markets that this browser's owner has marked. */
export function useFavourites(): ReadonlySet<string> {
  const text = useSyncExternalStore(subscribe, read);
  return new Set(text.split(' ').filter((code) => code !== ''));
}

export function toggleFavourite(code: string): void {
  const marked = new Set(
    read()
      .split(' ')
      .filter((each) => each !== ''),
  );
  if (!marked.delete(code)) marked.add(code);
  browserStorage.setItem(key, [...marked].join(' '));
  for (const listener of [...listeners]) listener();
}
