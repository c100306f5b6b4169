import type { Language } from '@emporion/contracts/rest';
import type { Call } from './client.ts';
import type { Session } from './session-store.ts';

/** Tells the server of a logged-in user's new language. False when it did not hear of it: the choice already holds here. */
export async function saveLanguage(call: Call, session: Session, language: Language): Promise<boolean> {
  if (!session.isLoggedIn()) return false;
  try {
    const { accountEndpoints } = await import('./contract/account.ts');
    return (await call(accountEndpoints.language, { body: { lang: language } })).ok;
  } catch {
    // The code for the call could not be fetched, which is one more failure.
    return false;
  }
}
