import { createContext, useContext } from 'react';
import type { RouterState } from './page-router.ts';

export const RouterStateContext = createContext<RouterState | null>(null);

/** The page that is shown and how it came; null outside the application, as in tests of single parts. */
export function useRouterState(): RouterState | null {
  return useContext(RouterStateContext);
}
