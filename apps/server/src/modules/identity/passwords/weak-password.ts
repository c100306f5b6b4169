import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '#platform/http/problem.ts';

interface PasswordOwner {
  readonly email?: string;
  /** First and last name, user name: what anybody would try first. */
  readonly names?: readonly string[];
}

const distinctCharactersMin = 5;
/** Shorter words are inside too many good passwords to forbid them. */
const wordLengthMin = 4;

let common: ReadonlySet<string> | undefined;

/** Passwords that were found in breaches, most used first. They are lower case. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set<string>(dictionary['passwords-common']);
  return common;
}

/**
 * Refuses what is guessed first. The contract has checked length and kinds of characters before.
 *
 * @throws Problem `password_breach` for one that is in the list of breaches, `weak_password` for one that is close to
 * it, holds the owner's name or address, or repeats a few characters.
 */
export function refuseWeakPassword(
  password: string,
  owner: PasswordOwner = {},
  field: 'password' | 'new_password' = 'new_password',
): void {
  const refusal = refusalOf(password.normalize('NFKC').toLowerCase(), owner);
  if (refusal !== undefined) throw new Problem(refusal, { fields: { [field]: { code: refusal } } });
}

function refusalOf(password: string, owner: PasswordOwner): 'password_breach' | 'weak_password' | undefined {
  if (commonPasswords().has(password)) return 'password_breach';
  if (new Set(password).size < distinctCharactersMin) return 'weak_password';
  // A common word with digits and signs around it, or with digits for letters, is tried right after the word.
  const bare = password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  for (const word of [bare, plainLetters(bare), plainLetters(password)]) {
    if (word.length >= wordLengthMin && commonPasswords().has(word)) return 'weak_password';
  }
  const own = [owner.email?.split('@')[0] ?? '', ...(owner.names ?? [])].map((word) => word.toLowerCase());
  return own.some((word) => word.length >= wordLengthMin && password.includes(word))
    ? 'weak_password'
    : undefined;
}

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function plainLetters(word: string): string {
  return word.replaceAll(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign);
}
