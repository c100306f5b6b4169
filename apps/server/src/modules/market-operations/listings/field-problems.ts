import type { ErrorCode } from '@emporion/contracts/errors';
import { Problem, type ProblemParams, type Sentence } from '#platform/http/problem.ts';

/** Everything that is wrong with a form, so that whoever wrote it corrects it once. */
export class FieldProblems {
  readonly #fields = new Map<string, Sentence>();

  /** The first that is said of a field counts. */
  add(field: string, code: ErrorCode, params?: ProblemParams): void {
    if (!this.#fields.has(field)) this.#fields.set(field, params ? { code, params } : { code });
  }

  /** @throws Problem of what was found first, with all of it by field; of a single value as `ofValue`. */
  refuse(ofValue: ErrorCode = 'network_wrong'): void {
    const [first] = this.#fields.values();
    if (!first) return;
    const isOfValue = valueCodes.has(first.code);
    throw new Problem(isOfValue ? ofValue : first.code, {
      ...(!isOfValue && first.params && { params: first.params }),
      fields: Object.fromEntries(this.#fields),
    });
  }
}

/** What is said of single values only is no answer of a call. */
const valueCodes: ReadonlySet<ErrorCode> = new Set([
  'field_required',
  'value_not_allowed',
  'amount_too_small',
  'amount_too_large',
  'number_too_small',
]);
