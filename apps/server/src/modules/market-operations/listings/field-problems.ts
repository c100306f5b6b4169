import type { ErrorCode } from '@emporion/contracts/errors';
import { Problem, type ProblemParams, type Sentence } from '#platform/http/problem.ts';

/** Everything that is wrong with a form, so that whoever wrote it corrects it once. */
export class FieldProblems {
  readonly #fields = new Map<string, Sentence>();

  /** The first that is said of a field counts. */
  add(field: string, code: ErrorCode, params?: ProblemParams): void {
    if (!this.#fields.has(field)) this.#fields.set(field, params ? { code, params } : { code });
  }

  /** @throws Problem of what was found first, with all of it by field. */
  refuse(): void {
    const [first] = this.#fields.values();
    if (!first) return;
    throw new Problem(answered(first.code), {
      ...(answered(first.code) === first.code && first.params && { params: first.params }),
      fields: Object.fromEntries(this.#fields),
    });
  }
}

/** What is said of single values only is no answer of a call. */
const valueCodes: ReadonlySet<ErrorCode> = new Set([
  'field_required',
  'value_not_allowed',
  'amount_too_small',
  'number_too_small',
]);
const answered = (code: ErrorCode): ErrorCode => (valueCodes.has(code) ? 'network_wrong' : code);
