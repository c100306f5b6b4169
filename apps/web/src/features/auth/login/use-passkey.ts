import { useState } from 'react';
import { networkFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { loadTexts } from '#language/i18n.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { PasskeyOutcome } from '../api/sign-in-with-passkey.ts';

/** A browser without them, and a page served without TLS, cannot use passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** What speaks with the browser's passkeys comes when one is used. */
async function begin(ticket: string | undefined): Promise<PasskeyOutcome> {
  try {
    const { signInWithPasskey } = await import('../api/sign-in-with-passkey.ts');
    return await signInWithPasskey({ ticket });
  } catch {
    return { kind: 'failed', failure: networkFailure };
  }
}

export function usePasskey(ticket?: string) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string | undefined>(undefined);

  async function use(): Promise<void> {
    setPending(true);
    setMessage(undefined);
    const [outcome] = await Promise.all([begin(ticket), loadTexts('errors').catch(() => {})]);
    if (outcome.kind === 'not-used') setMessage(t('auth.passkey.notUsed'));
    if (outcome.kind === 'failed') setMessage(refusalOf(outcome.failure, t).message);
    setPending(false);
  }
  return { pending, message, use: () => void use() };
}
