import type { Language } from '@emporion/contracts/rest';
import type { Call } from './client.ts';
import type { Session } from './session-store.ts';

/** Tells the server of a logged-in user's new language. Its failure is ignored: the choice already holds here. */
export async function saveLanguage(call: Call, session: Session, language: Language): Promise<void> {
  if (!session.isLoggedIn()) return;
  try {
    const { accountEndpoints } = await import('./contract/account.ts');
    await call(accountEndpoints.language, { body: { lang: language } });
  } catch {
    // The code for the call could not be fetched, which is one more failure to ignore.
  }
}
