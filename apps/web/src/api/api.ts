import { activeLanguage } from './active-language.ts';
import { createClient } from './client.ts';
import { session } from './session.ts';

const lostListeners = new Set<() => void>();

/** Tells when a session could not be renewed and has been cleared. The application sends the visitor onward. */
export function onSessionLost(listener: () => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}

/** The application's one HTTP client. */
export const call = createClient({
  session,
  language: activeLanguage,
  onSessionLost: () => {
    for (const listener of [...lostListeners]) listener();
  },
});
