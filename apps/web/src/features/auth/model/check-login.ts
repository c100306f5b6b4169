import { isEmail } from '#ui/field/email.ts';
import type { FieldProblem, FieldProblems } from '#ui/form/field-problem.ts';

const required: FieldProblem = { code: 'field_required' };

/** Written out, because the login page is the first that people load and the schemas weigh more than all of it. */
export function checkLogin({ email, password }: { email: string; password: string }): FieldProblems {
  const problems: Record<string, FieldProblem> = {};
  if (email.trim() === '') problems.email = required;
  else if (!isEmail(email.trim())) problems.email = { code: 'email_invalid' };
  return { ...problems, ...checkPassword({ password }) };
}

/** No account has a shorter one, so nobody needs to ask the server about it. */
const passwordLengthMin = 8;

export function checkPassword({ password }: { password: string }): FieldProblems {
  if (password === '') return { password: required };
  if (password.length >= passwordLengthMin) return {};
  return { password: { code: 'password_too_short', params: { min: String(passwordLengthMin) } } };
}

/** Six digits, unless it is a backup code, whose form only the server knows. */
export function checkCode({ code }: { code: string }, digits: boolean): FieldProblems {
  if (code === '') return { code: required };
  return digits && code.length < 6 ? { code: { code: 'invalid_code' } } : {};
}
