import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

export type PasskeyOutcome =
  | { readonly kind: 'answered'; readonly answer: Record<string, unknown> }
  /** The person has closed the browser's window, or let it wait too long. */
  | { readonly kind: 'left' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'known' }
  | { readonly kind: 'failed' };

const outcomeOfName: Readonly<Record<string, PasskeyOutcome>> = {
  NotAllowedError: { kind: 'left' },
  AbortError: { kind: 'left' },
  InvalidStateError: { kind: 'known' },
};

/** Runs the browser's own window for passkeys; whatever goes wrong in it is a value. */
export async function askBrowser(
  ask: (library: typeof import('@simplewebauthn/browser')) => Promise<object>,
): Promise<PasskeyOutcome> {
  try {
    const library = await import('@simplewebauthn/browser');
    if (!library.browserSupportsWebAuthn()) return { kind: 'unsupported' };
    return { kind: 'answered', answer: { ...(await ask(library)) } };
  } catch (error) {
    return (error instanceof Error ? outcomeOfName[error.name] : undefined) ?? { kind: 'failed' };
  }
}

/** Lets a passkey answer the server's challenge. The options go to the browser as the server gave them. */
export function answerWithPasskey(options: Record<string, unknown>): Promise<PasskeyOutcome> {
  return askBrowser(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );
}
