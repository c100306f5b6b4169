import { useSyncExternalStore } from 'react';

/** Below this a page is one column; the same edge as `md` of the theme. */
const phone = '(width < 48rem)';

function query(): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function' ? window.matchMedia(phone) : undefined;
}

function subscribe(listener: () => void): () => void {
  const list = query();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => query()?.matches === true);
}
