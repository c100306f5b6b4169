import { ageProblem, Registration } from '#api/contract/registration.ts';
import { checkBy } from '#ui/form/check-by.ts';
import type { FieldProblem, FieldProblems } from '#ui/form/field-problem.ts';

export interface RegistrationValues {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly birthday: string;
  readonly password: string;
  readonly password_confirm: string;
  readonly terms: boolean;
  readonly privacy: boolean;
  readonly newsletter: boolean;
}

export const emptyRegistration: RegistrationValues = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  country: '',
  birthday: '',
  password: '',
  password_confirm: '',
  terms: false,
  privacy: false,
  newsletter: false,
};

const byContract = checkBy(Registration);

/** The contract compares the two only when all else is right; a person wants to know it while typing. */
export function checkRepeated(password: string, repeated: string): FieldProblem | undefined {
  return repeated === '' || repeated === password ? undefined : { code: 'passwords_do_not_match' };
}

function checkBirthday(birthday: string, today: Date): FieldProblem | undefined {
  if (birthday === '') return { code: 'field_required' };
  // What is no day at all is for the contract to say.
  if (Number.isNaN(Date.parse(birthday))) return undefined;
  return ageProblem(birthday, today);
}

/** What the contract says, and what depends on today and on two fields at once. */
export function checkRegistration(values: RegistrationValues, today = new Date()): FieldProblems {
  const repeated = checkRepeated(values.password, values.password_confirm);
  const birthday = checkBirthday(values.birthday, today);
  return {
    ...byContract(values),
    ...(repeated === undefined ? {} : { password_confirm: repeated }),
    ...(birthday === undefined ? {} : { birthday }),
  };
}
