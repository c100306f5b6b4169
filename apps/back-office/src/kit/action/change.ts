import type { Confirmation } from '@emporion/contracts/rest';
import { texts } from '@emporion/i18n/texts';
import type { Result } from '@emporion/kernel';
import type { ApiFailure } from '@emporion/web/api/failure.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { withConfirmation } from '@emporion/web/confirmation/confirm.ts';
import type { FormRefusal } from '@emporion/web/ui/form/field-problem.ts';
import { useModalStore } from '@emporion/web/ui/modal/modal-store.ts';
import { showToast } from '@emporion/web/ui/toast/toast-store.ts';
import { queryClient } from '#app/query-client.ts';

/** Where what came of it is no success. */
interface Told {
  readonly type: 'error' | 'warning';
  readonly title: string;
  readonly description?: string;
}

interface Change<Value> {
  /** Makes the call, with the fresh code once there is one. */
  readonly send: (confirmation: Confirmation | undefined) => Promise<Result<Value, ApiFailure>>;
  /** Said when it is done; by what came of it where that differs. */
  readonly done: string | ((value: Value) => string | Told);
  readonly onDone?: (value: Value) => void;
}

/** A change by staff: with a fresh code, told when done, and everything on the screen read again. As `run` of an action. */
export async function makeChange<Value>({
  send,
  done,
  onDone,
}: Change<Value>): Promise<FormRefusal | 'left' | undefined> {
  // The dialog that asked says what is being done; the one that asks for the code takes its place.
  const what = useModalStore.getState().config.title;
  const result = await withConfirmation('back_office', send, undefined, what);
  if (result.ok) {
    const told = typeof done === 'string' ? done : done(result.value);
    showToast(typeof told === 'string' ? { type: 'success', title: told } : told);
    onDone?.(result.value);
    void queryClient.invalidateQueries();
    return undefined;
  }
  if (result.failure.kind === 'aborted') return 'left';
  return refusalOf(result.failure, texts.t);
}
