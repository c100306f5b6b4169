import { activeLanguage } from './active-language.ts';
import { type ClientParts, createClient } from './client.ts';
import { session } from './session.ts';

const lostListeners = new Set<(code: string | null) => void>();

/** Tells when a session could not be renewed and has been cleared, and why. The application sends the visitor onward. */
export function onSessionLost(listener: (code: string | null) => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}

/** Whose session, in which language. A client that reads its answers in another way is made of the same. */
export const clientParts: ClientParts = {
  session,
  language: activeLanguage,
  onSessionLost: (code) => {
    for (const listener of [...lostListeners]) listener(code);
  },
};

/** The application's one HTTP client. */
export const call = createClient(clientParts);
