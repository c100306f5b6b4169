import type { Translate } from '@emporion/i18n/texts';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import type { FormRefusal } from '#ui/form/field-problem.ts';

/** A failure as a form tells it. A sentence that stands at its field is not said again above the form. */
export function formRefusal(failure: ApiFailure, t: Translate): FormRefusal {
  const { message, fields } = refusalOf(failure, t);
  return Object.values(fields).includes(message) ? { fields } : { message, fields };
}
