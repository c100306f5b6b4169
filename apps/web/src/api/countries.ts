import type { Result } from '@emporion/kernel';
import type { ApiFailure } from './failure.ts';

/** A form must stay usable without the list, so a failed fetch is warned about and gives an empty list. */
export function countriesOrNone<Country>(
  answer: Result<readonly Country[], ApiFailure>,
  warn: (message: string, failure: ApiFailure) => void,
): readonly Country[] {
  if (answer.ok) return answer.value;
  warn('The list of countries could not be fetched.', answer.failure);
  return [];
}
