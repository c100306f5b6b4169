import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import type { FormRefusal } from '#ui/form/field-problem.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { closeToast, showToast } from '#ui/toast/toast-store.ts';

/** The toast of what was saved last; ids begin at 1. */
let lastSaved = 0;

/** The messages and toasts by which this page says what went well and what did not. Of what the person broke off, it says nothing. */
export function useFeedback() {
  const { t } = useTranslation();
  return {
    /** For a form: what its fields and its head say. `at` names the field that a code is about. */
    refusal(failure: ApiFailure, at: Readonly<Record<string, string>> = {}): FormRefusal | undefined {
      if (failure.kind === 'aborted') return undefined;
      const { message, fields } = refusalOf(failure, t);
      const field = failure.kind === 'refused' ? at[failure.code ?? ''] : undefined;
      if (field !== undefined) return { fields: { ...fields, [field]: message } };
      // A sentence that stands at its field is not said again above the form.
      return Object.values(fields).includes(message) ? { fields } : { message, fields };
    },
    /** For a button or a switch, which have no place of their own for a sentence. */
    complain(failure: ApiFailure): void {
      if (failure.kind !== 'aborted') showToast({ type: 'error', title: refusalOf(failure, t).message });
    },
    saved(): void {
      // One word for many switches: it takes the place of the last one.
      closeToast(lastSaved);
      lastSaved = showToast({ title: t('settings.saved'), duration: 3_000 });
    },
  };
}
