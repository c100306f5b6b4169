import { useEffect } from 'react';
import { knowsPasskeys } from './use-passkey.ts';

/** Well within the five minutes for which the server takes an answer. */
const renewMs = 4 * 60_000;
/** A page that is left open goes on offering for so long. */
const renewalsMax = 5;
/** Nobody has begun by then, and the page is drawn. */
const quietMs = 2_000;

const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const;

async function canOffer(): Promise<boolean> {
  if (!knowsPasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Resolves when somebody moves, or nobody has for a while: the page that most people see first must not wait for it. */
function somebodyIsHere(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, quietMs);
    const here = (): void => {
      clearTimeout(timer);
      resolve();
    };
    for (const sign of signsOfLife) addEventListener(sign, here, { once: true, passive: true, signal });
  });
}

async function offer(signal: AbortSignal): Promise<void> {
  if (!(await canOffer())) return;
  await somebodyIsHere(signal);
  const { signInWithPasskey, withdrawOffer } = await import('../api/sign-in-with-passkey.ts');
  signal.addEventListener('abort', withdrawOffer);
  for (let turn = 0; turn <= renewalsMax && !signal.aborted; turn += 1) {
    const begun = Date.now();
    const renewal = setTimeout(withdrawOffer, renewMs);
    const { kind } = await signInWithPasskey({ offered: true });
    clearTimeout(renewal);
    // Another use of a passkey took its place, or the server is not to be reached: the button is still there.
    if (kind !== 'not-used' || Date.now() - begun < renewMs) return;
  }
}

/** While the first step is shown, the browser may name its passkeys where it fills in the e-mail. */
export function usePasskeyOffer(): void {
  useEffect(() => {
    const aborter = new AbortController();
    // An offer that could not be made is none: everything else on the page works without it.
    void offer(aborter.signal).catch(() => {});
    return () => aborter.abort();
  }, []);
}
