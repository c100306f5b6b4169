import { session } from '#api/session.ts';
import { basePath } from '../routing/base-path.ts';

/**
 * Clears the session, which makes the trading socket say so with a null token, and loads the root page anew so that
 * nothing of the user stays in memory.
 */
export function logOut(load: (path: string) => void = (path) => window.location.assign(path)): void {
  session.clear();
  load(`${basePath}/`);
}
