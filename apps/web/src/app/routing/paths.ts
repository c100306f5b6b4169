import { basePath } from './base-path.ts';
import type { PageRoute } from './route.ts';

export const notFoundPath = '/404';
export const interfacePath = '/interface-select';

/** The specification names this path as public on its own. */
const alwaysPublic = `${basePath}/trade/BTC-USDT`;

function upToFirstParameter(path: string): string {
  return path.split(':')[0] ?? path;
}

/** `/account` plus the path up to its first parameter, for each page that needs no login. */
export function publicAccountPaths(pages: readonly PageRoute[]): readonly string[] {
  const open = pages.filter(({ needsLogin }) => !needsLogin);
  return [...new Set([...open.map(({ path }) => `${basePath}${upToFirstParameter(path)}`), alwaysPublic])];
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Whether a visitor whose session ended may stay where they are. A cut path covers what its parameter names. */
export function isPublicAccountPath(pathname: string, pages: readonly PageRoute[]): boolean {
  return publicAccountPaths(pages).some((path) =>
    path.endsWith('/')
      ? pathname.startsWith(path) || pathname === withoutTrailingSlash(path)
      : withoutTrailingSlash(pathname) === path,
  );
}

export function isRootPath(pathname: string): boolean {
  return pathname === '/' || withoutTrailingSlash(pathname) === basePath;
}

type Params = Readonly<Record<string, string | undefined>>;

/**
 * The login page's address for a visitor who wanted `fullPath`, which is relative to the base and has its query. `params` has the token or the pair that login
 * hands back to the page, a token only where the path has it not.
 */
export function loginPath(fullPath: string, params: Params = {}): string {
  const query = new URLSearchParams({ redirectFrom: fullPath });
  const { token, pairprop } = params;
  // A secret stands in an address once at most.
  const isRepeated = token !== undefined && fullPath.includes(encodeURIComponent(token));
  const kept = isRepeated ? undefined : (token ?? pairprop);
  if (kept !== undefined) query.set('params', kept);
  return `/login?${query}`;
}
