import { type PasswordOwner, passwordRefusal } from '@emporion/contracts/passwords';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '#platform/http/problem.ts';

let common: ReadonlySet<string> | undefined;

/** Passwords that were found in breaches, most used first. They are lower case. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set<string>(dictionary['passwords-common']);
  return common;
}

/**
 * Refuses what is guessed first. The contract has checked length and kinds of characters before.
 *
 * @throws Problem `password_breach` or `weak_password`.
 */
export function refuseWeakPassword(
  password: string,
  owner: PasswordOwner = {},
  field: 'password' | 'new_password' = 'new_password',
): void {
  const refusal = passwordRefusal({ password, owner, common: commonPasswords() });
  if (refusal !== undefined) throw new Problem(refusal, { fields: { [field]: { code: refusal } } });
}
