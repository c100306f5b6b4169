import { call } from '#api/api.ts';
import { session } from '#api/session.ts';
import { withContract } from '#api/with-contract.ts';
import { basePath } from '../routing/base-path.ts';

/** A server that does not answer must not keep anybody logged in here. */
const farewellMs = 3_000;

function loadPath(path: string): void {
  window.location.assign(path);
}

/**
 * Ends the session on the server, clears it here, which makes the trading socket say so with a null token, and loads
 * the root page anew so that nothing of the user stays in memory.
 */
export async function logOut(load: (path: string) => void = loadPath): Promise<void> {
  await withContract(
    () => import('#api/contract/login.ts'),
    ({ loginEndpoints }) => call(loginEndpoints.logout, { timeoutMs: farewellMs }),
  );
  session.clear();
  load(`${basePath}/`);
}
