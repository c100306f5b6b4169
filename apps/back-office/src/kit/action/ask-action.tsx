import type { FormRefusal } from '@emporion/web/ui/form/field-problem.ts';
import { closeModal, showModal } from '@emporion/web/ui/modal/modal-store.ts';
import type { ReactNode } from 'react';
import { ActionForm } from './action-form.tsx';
import type { ActionField, ActionValues } from './field.ts';
import { rememberOpener } from './give-back-focus.ts';

export interface Action {
  readonly title: string;
  /** What will happen, before it does. */
  readonly text?: ReactNode;
  readonly fields: readonly ActionField[];
  /** The word on the button. */
  readonly confirm: string;
  /** Takes something away or ends it. */
  readonly isDangerous?: boolean;
  /** Does it. Gives the reason when it was not done. */
  readonly run: (values: ActionValues) => Promise<FormRefusal | 'left' | undefined>;
  /** Once its dialog has closed, for what comes in its place. */
  readonly after?: () => void;
}

/**
 * Asks for what an action needs, then does it. While the action asks for a fresh code its own dialog stands here; if it is left, or the server refuses, the form
 * comes back with all that was written.
 */
export function askAction(action: Action, written?: ActionValues, refusal?: FormRefusal): void {
  const submit = async (values: ActionValues): Promise<void> => {
    const outcome = await action.run(values);
    if (outcome === undefined) {
      closeModal();
      action.after?.();
    } else askAction(action, values, outcome === 'left' ? undefined : outcome);
  };
  rememberOpener();
  showModal(ActionForm, { action, written, refusal, submit }, { title: action.title, size: 'md' });
}
