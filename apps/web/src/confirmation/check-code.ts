import type { FieldProblems } from '#ui/form/field-problem.ts';

/** Every form that asks for a code: it must not be empty. Whether it is right, only the server knows. */
export function checkCode({ code }: { code: string }): FieldProblems {
  return code.trim() === '' ? { code: { code: 'field_required' } } : {};
}
