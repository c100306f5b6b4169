import { useSyncExternalStore } from 'react';

/** How long the last ping took, apart from the socket: whoever only shows it need not carry the contracts. */
let latencyMs: number | null = null;
const listeners = new Set<() => void>();

export function publishLatency(next: number | null): void {
  if (latencyMs === next) return;
  latencyMs = next;
  for (const listener of [...listeners]) listener();
}

/** Pings are sent only while the figure is shown. */
export function isLatencyShown(): boolean {
  return listeners.size > 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** In milliseconds; null until the server has answered on the present connection. */
export function useLatency(): number | null {
  return useSyncExternalStore(subscribe, () => latencyMs);
}
