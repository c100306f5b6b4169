import { type LoaderFunctionArgs, redirect } from 'react-router';
import { session } from '#api/session.ts';
import { startPath } from '#preferences/start-path.ts';
import { basePath } from './base-path.ts';
import { correctedPath } from './named-code.ts';
import { loginPath, notFoundPath } from './paths.ts';
import type { PageRoute } from './route.ts';
import { safeRedirect } from './safe-redirect.ts';

type GuardedPage = Pick<PageRoute, 'name' | 'needsLogin'>;

/** Pages that are of no use to somebody who is logged in. */
const beforeLogin: ReadonlySet<string> = new Set(['login', 'register']);

interface Visit {
  readonly loggedIn: boolean;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
}

function relativeToBase(pathname: string): string {
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
}

/** Where a visit is sent instead of the page, or null when it may go on. */
export function guardVisit(page: GuardedPage, { loggedIn, url, params }: Visit): string | null {
  const corrected = correctedPath(
    { pathname: relativeToBase(url.pathname), search: url.search, params },
    notFoundPath,
  );
  if (corrected !== null) return corrected;
  if (page.needsLogin && !loggedIn) {
    return loginPath(`${relativeToBase(url.pathname)}${url.search}${url.hash}`, params);
  }
  if (beforeLogin.has(page.name) && loggedIn) return safeRedirect(url.searchParams.get('redirectFrom'));
  return null;
}

/** Whoever has just logged in and came from nowhere begins with the interface that they have chosen. */
function beginsHere(page: GuardedPage, { loggedIn, url }: Pick<Visit, 'loggedIn' | 'url'>): boolean {
  return loggedIn && beforeLogin.has(page.name) && !url.searchParams.has('redirectFrom');
}

/** The router leaves out what follows the `#`; where the browser is at the same page already, its address bar has it. */
function withHash(url: URL): URL {
  const { pathname, search, hash } = window.location;
  if (pathname === url.pathname && search === url.search) url.hash = hash;
  return url;
}

/** The guard as the router wants it. It runs again whenever the session changes, in this tab or another. */
export function guardLoader(page: GuardedPage) {
  return async ({ request, params }: LoaderFunctionArgs) => {
    const visit = { loggedIn: session.isLoggedIn(), url: withHash(new URL(request.url)), params };
    const elsewhere = guardVisit(page, visit);
    if (elsewhere === null) return null;
    return redirect(beginsHere(page, visit) ? await startPath() : elsewhere);
  };
}
