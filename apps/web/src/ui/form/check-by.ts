import type { ZodMiniType } from 'zod/mini';
import type { FieldProblem, FieldProblems } from './field-problem.ts';

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

/** The codes of the catalogue are written so, and the sentences of the schema library are not. */
const codeForm = /^[a-z]+(?:_[a-z]+)+$/;

function boundsOf({ minimum, maximum }: Issue): Record<string, string> {
  const numbers = Object.entries({ min: minimum, max: maximum }).filter(
    ([, bound]) => typeof bound === 'number' || typeof bound === 'bigint',
  );
  return Object.fromEntries(numbers.map(([name, bound]) => [name, String(bound)]));
}

/** A contract may name the code as the message of its check; otherwise the kind of the check decides, as on the server. */
function codeOf({ code, message, origin, minimum }: Issue): string {
  if (codeForm.test(message)) return message;
  if (code === 'too_small') {
    if (origin !== 'string') return 'number_too_small';
    return minimum === 1 ? 'field_required' : 'text_too_short';
  }
  if (code === 'too_big') return origin === 'string' ? 'text_too_long' : 'number_too_large';
  return code === 'invalid_value' ? 'value_not_allowed' : 'value_invalid';
}

/** Checks a form by the contract of the call that it makes, so that both sides have one rule. */
export function checkBy(schema: ZodMiniType): (values: object) => FieldProblems {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return {};
    const problems: Record<string, FieldProblem> = {};
    for (const issue of parsed.error.issues) {
      const name = issue.path.join('.');
      // The first finding about a field wins, as on the server.
      problems[name] ??= { code: codeOf(issue), params: boundsOf(issue) };
    }
    return problems;
  };
}
