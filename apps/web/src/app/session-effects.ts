import type { createBrowserRouter } from 'react-router';
import { onSessionLost } from '#api/api.ts';
import { session } from '#api/session.ts';
import { pages } from './routes.ts';
import { basePath } from './routing/base-path.ts';
import { isPublicAccountPath, isRootPath, loginPath } from './routing/paths.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** Where a visitor goes whose session could not be renewed, or null when they may stay where they are. */
export function afterSessionLost({ pathname, search }: { pathname: string; search: string }): string | null {
  if (isRootPath(pathname) || isPublicAccountPath(pathname, pages)) return null;
  const relative = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  return loginPath(`${relative}${search}`);
}

/** Keeps the page in step with the session, whichever tab changed it. */
export function followSession(router: Router): void {
  let loggedIn = session.isLoggedIn();
  session.subscribe(() => {
    if (session.isLoggedIn() === loggedIn) return;
    loggedIn = session.isLoggedIn();
    // The guards run again: a page that needs login goes to the login page, and the login page goes onward.
    void router.revalidate();
  });
  onSessionLost(() => {
    const path = afterSessionLost(window.location);
    if (path !== null) void router.navigate(path);
  });
}
