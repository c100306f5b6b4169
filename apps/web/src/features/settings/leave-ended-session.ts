import { session } from '#api/session.ts';
import { showToast } from '#ui/toast/toast-store.ts';

/** The server has ended every session, this one too: say why before the login page comes. */
export function leaveEndedSession(words: { title: string; description: string }): void {
  showToast({ ...words, duration: 0 });
  session.clear();
}
