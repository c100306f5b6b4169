import type { Confirmation, ConfirmedAction } from '@emporion/contracts/rest';
import { texts } from '@emporion/i18n/texts';
import { fail, type Result } from '@emporion/kernel';
import { type ApiFailure, abortedFailure, hasCode, networkFailure } from '#api/failure.ts';
import { loadTexts } from '#language/i18n.ts';
import { closeModal, showModal, useModalStore } from '#ui/modal/modal-store.ts';
import { tellBackupCodeSpent } from './backup-code-spent.ts';
import type { ConfirmationDialogProps, SendCode } from './dialog-props.ts';

/** Makes the call, with the proof of who makes it once there is one. */
export type SendConfirmed<Value> = (
  confirmation: Confirmation | undefined,
) => Promise<Result<Value, ApiFailure>>;

const codeRefusals = [
  'two_factor_required',
  'two_factor_invalid',
  'two_factor_expired',
  'two_factor_used',
] as const;

/** The dialog stays open for what another code or another try can mend. */
function staysOpen(failure: ApiFailure): boolean {
  if (failure.kind === 'network' || failure.kind === 'timeout') return true;
  return (
    codeRefusals.some((code) => hasCode(failure, code)) || hasCode(failure, 'two_factor_attempts_exceeded')
  );
}

/** Shows the dialog until an attempt is over or the person has left it. */
function ask<Value>(
  Dialog: (props: ConfirmationDialogProps) => React.ReactNode,
  asked: Pick<ConfirmationDialogProps, 'action' | 'sendCode' | 'what' | 'rememberAs'>,
  send: SendConfirmed<Value>,
): Promise<Result<Value, ApiFailure>> {
  return new Promise((resolve) => {
    let underWay = false;
    let left = false;
    const attempt = async (confirmation: Confirmation): Promise<ApiFailure | undefined> => {
      underWay = true;
      const result = await send(confirmation);
      underWay = false;
      if (result.ok && confirmation.method === 'backup') tellBackupCodeSpent();
      if (!result.ok && staysOpen(result.failure)) {
        if (left) resolve(fail(abortedFailure));
        return result.failure;
      }
      // What the server has done must be told, even to somebody who has closed the dialog meanwhile.
      stopWatching();
      // Only its own dialog: when the answer to a second press comes late, another one may be open.
      if (useModalStore.getState().showing === mine) closeModal();
      resolve(result);
      return undefined;
    };
    showModal(Dialog, { ...asked, attempt }, { title: texts.t('confirmation.title'), size: 'sm' });
    const { showing: mine } = useModalStore.getState();
    const stopWatching = useModalStore.subscribe(({ content, showing }) => {
      if (content !== null && showing === mine) return;
      stopWatching();
      left = true;
      if (!underWay) resolve(fail(abortedFailure));
    });
  });
}

/**
 * Makes a call that may need a fresh code. When the server asks for one, a dialog does so too and the call is made
 * again with it. Where the code is for one matter alone, `sendCode` has it sent with that. A person who leaves the dialog gives the failure `aborted`, of which nothing needs to be said.
 */
export async function withConfirmation<Value>(
  action: ConfirmedAction,
  send: SendConfirmed<Value>,
  sendCode?: SendCode,
  what?: string,
): Promise<Result<Value, ApiFailure>> {
  const first = await send(undefined);
  if (first.ok || !hasCode(first.failure, 'two_factor_required')) return first;
  try {
    const [{ ConfirmationDialog }, { forgetSentCodes }] = await Promise.all([
      import('./confirmation-dialog.tsx'),
      import('./sent-code.ts'),
      loadTexts('confirmation'),
      loadTexts('errors'),
    ]);
    // What the server refused for another reason has not spent its code: when the dialog comes back, it says that one was sent and when there is another.
    const rememberAs = sendCode === undefined ? action : undefined;
    const result = await ask(ConfirmationDialog, { action, sendCode, what, rememberAs }, send);
    if (result.ok) forgetSentCodes(action);
    return result;
  } catch {
    // The code of the dialog or its words could not be fetched.
    return fail(networkFailure);
  }
}
