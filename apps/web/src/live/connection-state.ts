import { useSyncExternalStore } from 'react';
import type { ConnectionState } from './connection.ts';

/** The trading socket's state, apart from the socket: whoever only shows it need not carry the contracts. */
let state: ConnectionState = 'idle';
const listeners = new Set<() => void>();

export function publishConnectionState(next: ConnectionState): void {
  state = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTradingConnection(): ConnectionState {
  return useSyncExternalStore(subscribe, () => state);
}
