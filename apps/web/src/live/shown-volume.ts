import { useSyncExternalStore } from 'react';

/** What the socket said last of the volume of the pair on the page, apart from the socket: the header has none of its code. */
let shown: { readonly pair: string; readonly volume: string } | null = null;
const listeners = new Set<() => void>();

export function publishVolume(next: { readonly pair: string; readonly volume: string } | null): void {
  if (shown?.pair === next?.pair && shown?.volume === next?.volume) return;
  shown = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined while no page follows the pair. */
export function useShownVolume(pair: string): string | undefined {
  return useSyncExternalStore(subscribe, () => (shown?.pair === pair ? shown.volume : undefined));
}
