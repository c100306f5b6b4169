import { ticketSubjectMax, ticketTextMax } from '#api/contract/support.ts';
import { isEmail } from '#ui/field/email.ts';
import type { FieldProblems } from '#ui/form/field-problem.ts';

interface Written {
  readonly text: string;
  readonly subject?: string;
  readonly email?: string;
}

function lengthProblem(name: string, value: string, max: number): FieldProblems {
  if (value.trim() === '') return { [name]: { code: 'field_required' } };
  return value.trim().length > max ? { [name]: { code: 'text_too_long', params: { max: String(max) } } } : {};
}

/** What is wrong with what somebody wrote, before it is sent; the server has the last word. */
export function checkWritten({ text, subject, email }: Written): FieldProblems {
  return {
    ...lengthProblem('text', text, ticketTextMax),
    ...(subject === undefined ? {} : lengthProblem('subject', subject, ticketSubjectMax)),
    ...(email === undefined || isEmail(email)
      ? {}
      : { email: { code: email === '' ? 'field_required' : 'email_invalid' } }),
  };
}
