/**
 * What a new password must not be. Server and browser judge by this one function, so that what is called strong while
 * it is typed is not refused when it is sent.
 */
export type PasswordRefusal = 'password_breach' | 'weak_password';

export interface PasswordOwner {
  readonly email?: string;
  /** First and last name, user name: what anybody would try first. */
  readonly names?: readonly string[];
}

export interface PasswordQuestion {
  readonly password: string;
  readonly owner: PasswordOwner;
  /** Passwords that were found in breaches, in lower case. */
  readonly common: ReadonlySet<string>;
}

const distinctCharactersMin = 5;
/** Shorter words are inside too many good passwords to forbid them. */
const wordLengthMin = 4;
/** Our own name is what anybody would try here first. */
const ownName = 'emporion';

/**
 * `password_breach` for one that is in the list of breaches, `weak_password` for one that is close to it, holds the
 * owner's name or address or our own, or repeats a few characters. Length and kinds of characters are for the contract.
 */
export function passwordRefusal({ password, owner, common }: PasswordQuestion): PasswordRefusal | undefined {
  const plain = password.normalize('NFKC').toLowerCase();
  if (common.has(plain)) return 'password_breach';
  if (new Set(plain).size < distinctCharactersMin) return 'weak_password';
  // A common word with digits and signs around it, or with digits for letters, is tried right after the word.
  const bare = plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  for (const word of [bare, plainLetters(bare), plainLetters(plain)]) {
    if (word.length >= wordLengthMin && common.has(word)) return 'weak_password';
  }
  const own = [ownName, owner.email?.split('@')[0] ?? '', ...(owner.names ?? [])];
  return own.some((word) => word.trim().length >= wordLengthMin && plain.includes(word.trim().toLowerCase()))
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
