import { type LoaderFunctionArgs, redirect } from 'react-router';
import { session } from '#api/session.ts';
import { basePath } from './base-path.ts';
import { correctedPath } from './named-code.ts';
import { loginPath, notFoundPath } from './paths.ts';
import type { PageRoute } from './route.ts';
import { safeRedirect } from './safe-redirect.ts';

type GuardedPage = Pick<PageRoute, 'name' | 'needsLogin'>;

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
  if (page.needsLogin && !loggedIn) return loginPath(`${relativeToBase(url.pathname)}${url.search}`, params);
  if (page.name === 'login' && loggedIn) return safeRedirect(url.searchParams.get('redirectFrom'));
  return null;
}

/** The guard as the router wants it. It runs again whenever the session changes, in this tab or another. */
export function guardLoader(page: GuardedPage) {
  return ({ request, params }: LoaderFunctionArgs) => {
    const elsewhere = guardVisit(page, { loggedIn: session.isLoggedIn(), url: new URL(request.url), params });
    return elsewhere === null ? null : redirect(elsewhere);
  };
}
