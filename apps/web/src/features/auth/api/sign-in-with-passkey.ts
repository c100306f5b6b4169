import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
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

async function askBrowser(
  options: Record<string, unknown>,
  { useBrowserAutofill }: { readonly useBrowserAutofill: boolean },
): Promise<Record<string, unknown> | null> {
  try {
    const optionsJSON = options as unknown as Options;
    return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill })) };
  } catch {
    return null;
  }
}

/**
 * Logs in with a passkey: alone, or as the second step that a ticket stands for. With `offered` the browser opens no
 * window but names its passkeys where it fills in the e-mail, and the answer comes when one is chosen there.
 */
export async function signInWithPasskey({
  ticket,
  offered = false,
}: {
  readonly ticket?: string | undefined;
  readonly offered?: boolean;
}): Promise<PasskeyOutcome> {
  const device = readDeviceToken();
  const begun = await call(loginEndpoints.passkeyOptions, { body: { ticket, device } });
  if (!begun.ok) return { kind: 'failed', failure: begun.failure };
  const answer = await askBrowser(begun.value.options, { useBrowserAutofill: offered });
  if (answer === null) return { kind: 'not-used' };
  const { challenge } = begun.value;
  const done = await call(loginEndpoints.passkey, { body: { challenge, answer, device } });
  if (!done.ok) return { kind: 'failed', failure: done.failure };
  await keepSession(done.value);
  return { kind: 'signed-in' };
}

/** Takes an offer back; whoever waits for its answer hears that no passkey was used. */
export function withdrawOffer(): void {
  WebAuthnAbortService.cancelCeremony();
}
