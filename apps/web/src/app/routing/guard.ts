import { session } from '#api/session.ts';
import { isInterfaceOffered } from '#preferences/interface-offer.ts';
import { startPath } from '#preferences/start-path.ts';
import { basePath } from './base-path.ts';
import { correctedPath } from './named-code.ts';
import { interfacePath, loginPath, notFoundPath } from './paths.ts';
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

/** The page that offers the trading interfaces, which goes on to the place that was wanted. */
function interfaceOffer({ url }: Pick<Visit, 'url'>): string {
  const wanted = safeRedirect(url.searchParams.get('redirectFrom'), '');
  return wanted === '' ? interfacePath : `${interfacePath}?${new URLSearchParams({ redirectFrom: wanted })}`;
}

/** The guard as the router asks it: at each visit, and whenever the session changes, in this tab or another. */
export async function guard(page: GuardedPage, asked: Omit<Visit, 'loggedIn'>): Promise<string | null> {
  const visit = { ...asked, loggedIn: session.isLoggedIn() };
  const elsewhere = guardVisit(page, visit);
  if (elsewhere === null) return null;
  const isOffered = visit.loggedIn && beforeLogin.has(page.name) && isInterfaceOffered();
  if (isOffered) return interfaceOffer(visit);
  return beginsHere(page, visit) ? await startPath() : elsewhere;
}
