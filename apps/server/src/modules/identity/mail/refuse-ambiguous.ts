import { domainToASCII, domainToUnicode } from 'node:url';
import { Problem } from '#platform/http/problem.ts';
import { foldEmail } from '../users/email-folding.ts';

const ascii = /^\p{ASCII}*$/u;
const ignored = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Refuses an address of which mail servers make another one, such as one with wide letters: the same box would have
 * many addresses here, and somebody else's address could be made to look taken.
 *
 * @throws Problem `unprocessable_entity`, as the contract would have refused it.
 */
export function refuseAmbiguous(email: string): void {
  const at = email.lastIndexOf('@');
  const [box, domain] = [foldEmail(email.slice(0, at)), foldEmail(email.slice(at + 1))];
  if (isPlainBox(box) && isPlainDomain(domain)) return;
  throw new Problem('unprocessable_entity', { fields: { email: { code: 'email_invalid' } } });
}

function isPlainBox(box: string): boolean {
  return ascii.test(box) || (!ignored.test(box) && box === box.normalize('NFKC').toLowerCase());
}

function isPlainDomain(domain: string): boolean {
  return ascii.test(domain) || domain === domainToUnicode(domainToASCII(domain));
}
