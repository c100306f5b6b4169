import { useSyncExternalStore } from 'react';
import { browserStorage, tabStorage } from './browser-storage.ts';
import { createSession, type SessionState } from './session-store.ts';

export const session = createSession(browserStorage, window);

/** What this tab keeps of forms that are not sent yet: see `form-draft.ts`. */
export const draftKeys = ['draft:withdrawal'] as const;

session.subscribe(() => {
  if (!session.isLoggedIn()) for (const key of draftKeys) tabStorage.removeItem(key);
});

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.read);
}

export function useIsLoggedIn(): boolean {
  return useSession().token !== null;
}
