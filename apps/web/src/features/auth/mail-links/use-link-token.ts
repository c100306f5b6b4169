import type { Result } from '@emporion/kernel';
import { useCallback, useRef, useState } from 'react';
import type { ApiFailure } from '#api/failure.ts';

export type TokenState<Value> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

/** Spends the token of a mail's link, once: a second spending would be refused, and look like a failure. */
export function useLinkToken<Value>(spend: () => Promise<Result<Value, ApiFailure>>) {
  const [state, setState] = useState<TokenState<Value>>({ kind: 'idle' });
  const busyRef = useRef(false);
  const spendRef = useRef(spend);
  spendRef.current = spend;

  const run = useCallback(async (): Promise<void> => {
    if (busyRef.current) return;
    busyRef.current = true;
    setState({ kind: 'pending' });
    const answer = await spendRef.current();
    setState(answer.ok ? { kind: 'done', value: answer.value } : { kind: 'failed', failure: answer.failure });
    // What was refused, or did not arrive, may be tried again.
    busyRef.current = answer.ok;
  }, []);

  return { state, run };
}

/** Whether trying again could help: the server has not said no. */
export function mayTryAgain(failure: ApiFailure): boolean {
  return failure.kind !== 'refused' || failure.status >= 500 || failure.status === 429;
}
