import { useSyncExternalStore } from 'react';
import { browserStorage } from '#api/browser-storage.ts';
import { session } from '#api/session.ts';
import type { DeskLayout } from './desk-layout.ts';
import { readLayout, writeLayout } from './stored-layout.ts';

/** Whoever shares a computer does not share a desk. */
function storageKey(): string {
  return `desk_layout ${session.read().email ?? ''}`.trim();
}

const listeners = new Set<() => void>();
let known: { readonly key: string; readonly text: string | null; readonly layout: DeskLayout } | null = null;

function read(): DeskLayout {
  const key = storageKey();
  const text = browserStorage.getItem(key);
  if (known?.key !== key || known.text !== text) known = { key, text, layout: readLayout(text) };
  return known.layout;
}

function announce(): void {
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key === storageKey()) listener();
  };
  const stopSession = session.subscribe(listener);
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    stopSession();
    window.removeEventListener('storage', onStorage);
  };
}

/** Where this person's panels stand on this device. */
export function useDeskLayout(): DeskLayout {
  return useSyncExternalStore(subscribe, read);
}

export function changeLayout(change: (layout: DeskLayout) => DeskLayout | null): void {
  const next = change(read());
  if (next === null || next === read()) return;
  browserStorage.setItem(storageKey(), writeLayout(next));
  announce();
}

export function resetLayout(): void {
  browserStorage.removeItem(storageKey());
  announce();
}
