import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';
import { createSession, type SessionState } from './session-store.ts';

export const session = createSession(browserStorage, window);

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.read);
}

export function useIsLoggedIn(): boolean {
  return useSession().token !== null;
}
