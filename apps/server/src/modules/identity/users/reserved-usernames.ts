import { usernameSkeleton } from './username-skeleton.ts';

/** Found anywhere in a name, they say that it is ours. */
const anywhere = [
  'emporion',
  'support',
  'operator',
  'administrator',
  'moderator',
  'helpdesk',
  'sysadmin',
].map(usernameSkeleton);

/** They say so only as a whole word: `badminton` and `falstaff` are anybody's. */
const asWord = new Set(
  [
    ...['admin', 'admins', 'staff', 'official', 'security', 'compliance', 'system', 'root', 'superuser'],
    ...['webmaster', 'postmaster', 'hostmaster', 'abuse', 'noreply', 'helpline', 'customerservice'],
  ].map(usernameSkeleton),
);

/** Digits that stand for letters in names such as `4dmin`, beside those that every skeleton reads so. */
const spelled = new Map([
  ['4', 'a'],
  ['7', 't'],
]);

/** A shorter name of an exchange stands by chance in many names of people. */
const brandLengthMin = 4;

/** Whether a reader could take the name for one of the people who run the exchange, whose name is `brand`. */
export function looksLikeStaff(username: string, brand = ''): boolean {
  const skeleton = readingOf(username);
  const own = usernameSkeleton(brand.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  if (own.length >= brandLengthMin && skeleton.includes(own)) return true;
  if (asWord.has(skeleton) || anywhere.some((word) => skeleton.includes(word))) return true;
  return wordsOf(username).some((word) => asWord.has(readingOf(word)));
}

function readingOf(name: string): string {
  return usernameSkeleton(name.normalize('NFKD').replaceAll(/[47]/g, (digit) => spelled.get(digit) ?? digit));
}

/** `admin` of `the-admin`, `theAdmin` and `admin24`. */
function wordsOf(username: string): string[] {
  const spaced = username.normalize('NFKD').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const parts = spaced.split(/[^\p{L}\p{N}\p{M}]+/u);
  return [...parts, ...parts.map((part) => part.replaceAll(/^\p{N}+|\p{N}+$/gu, ''))];
}
