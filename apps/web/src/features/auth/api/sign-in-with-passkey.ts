import { startAuthentication } from '@simplewebauthn/browser';
import { call } from '#api/api.ts';
import { loginEndpoints } from '#api/contract/login.ts';
import { readDeviceToken } from '#api/device-token.ts';
import type { ApiFailure } from '#api/failure.ts';
import { keepSession } from './sign-in.ts';

export type PasskeyOutcome =
  | { readonly kind: 'signed-in' }
  /** The person closed the browser's window, or it found no passkey. It does not say which. */
  | { readonly kind: 'not-used' }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

async function askBrowser(options: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  try {
    const answer = await startAuthentication({ optionsJSON: options as unknown as Options });
    return { ...answer };
  } catch {
    return null;
  }
}

/** Logs in with a passkey: alone, or as the second step that a ticket stands for. */
export async function signInWithPasskey(ticket?: string): Promise<PasskeyOutcome> {
  const begun = await call(loginEndpoints.passkeyOptions, { body: { ticket } });
  if (!begun.ok) return { kind: 'failed', failure: begun.failure };
  const answer = await askBrowser(begun.value.options);
  if (answer === null) return { kind: 'not-used' };
  const { challenge } = begun.value;
  const done = await call(loginEndpoints.passkey, { body: { challenge, answer, device: readDeviceToken() } });
  if (!done.ok) return { kind: 'failed', failure: done.failure };
  keepSession(done.value);
  return { kind: 'signed-in' };
}
