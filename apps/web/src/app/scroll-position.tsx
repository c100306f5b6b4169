import { useEffect, useLayoutEffect } from 'react';
import { useRouterState } from './routing/router-state.ts';
import { storeScroll } from './routing/scroll-positions.ts';

/** A new page begins at its top or at the part that its address names; one that somebody goes back to, where it was left. */
export function ScrollPosition() {
  const state = useRouterState();
  const location = state?.location;
  const to = state?.scrollTo ?? null;

  useEffect(() => {
    if (location === undefined) return;
    window.history.scrollRestoration = 'manual';
    const leave = (): void => {
      storeScroll(location);
      // Whoever comes back by another way finds the browser as it was.
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [location]);

  useLayoutEffect(() => {
    if (location === undefined || to === null) return;
    const part = location.hash === '' ? null : document.getElementById(decoded(location.hash.slice(1)));
    if (to === 'top' && part !== null) part.scrollIntoView();
    // Newer browsers answer with a promise, which is no way to undo an effect.
    else void window.scrollTo(0, to === 'top' ? 0 : to);
  }, [location, to]);

  return null;
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
