import { texts } from '@emporion/i18n/texts';
import { onSessionLost } from '#api/api.ts';
import { session } from '#api/session.ts';
import { rememberSessionEnd } from '#api/session-end.ts';
import { loadTexts } from '#language/i18n.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { pages } from './routes.ts';
import { basePath } from './routing/base-path.ts';
import type { PageRouter } from './routing/page-router.ts';
import { isPublicAccountPath, isRootPath, loginPath } from './routing/paths.ts';

/** Where a visitor goes whose session could not be renewed, or null when they may stay where they are. */
export function afterSessionLost({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  if (isRootPath(pathname) || isPublicAccountPath(pathname, pages)) return null;
  const relative = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  return loginPath(`${relative}${search}${hash}`);
}

/** The reasons that a person understands; every other one only means that the session is over. */
const knownEnds: ReadonlySet<string> = new Set([
  'session_expired',
  'session_concurrent',
  'account_disabled',
  'account_compromised',
]);

/** Says why the session ended: on the login page, or here when the visitor may stay. */
export async function tellSessionEnd(code: string | null, { stays }: { stays: boolean }): Promise<void> {
  await loadTexts('errors').catch(() => {});
  const name = code !== null && knownEnds.has(code) ? code : 'session_invalid';
  const sentence = texts.t([`errors.${name}`, 'common.somethingWentWrong']);
  if (stays) showToast({ type: 'warning', title: sentence });
  else rememberSessionEnd(sentence);
}

/** Keeps the page in step with the session, whichever tab changed it. */
export function followSession(router: Pick<PageRouter, 'navigate' | 'revalidate'>): void {
  let loggedIn = session.isLoggedIn();
  session.subscribe(() => {
    if (session.isLoggedIn() === loggedIn) return;
    loggedIn = session.isLoggedIn();
    // The guards run again: a page that needs login goes to the login page, and the login page goes onward.
    void router.revalidate();
  });
  onSessionLost((code) => {
    const path = afterSessionLost(window.location);
    void tellSessionEnd(code, { stays: path === null });
    if (path !== null) void router.navigate(path);
  });
}
