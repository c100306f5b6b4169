import { call } from '@emporion/web/api/api.ts';
import { loginEndpoints } from '@emporion/web/api/contract/login.ts';
import { goToLogin } from './login.ts';

/** A server that does not answer must not keep anybody logged in here. */
const farewellMs = 3_000;

export async function logOut(): Promise<void> {
  await call(loginEndpoints.logout, { timeoutMs: farewellMs });
  goToLogin();
}
