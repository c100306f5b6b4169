import { brandShapes } from '@emporion/contracts/rest';
import { z } from 'zod';

const { line, mailAddress, mailSender, link } = brandShapes;

/** One line for people. */
export const brandLine = (lengthMax: number) => z.string().max(lengthMax).regex(line);

export const isMailAddress = (text: string): boolean => text.length <= 254 && mailAddress.test(text);

/** An address alone, or a name and the address in angle brackets. */
export const isMailSender = (text: string): boolean => isMailAddress(readMailSender(text).address);

export function readMailSender(text: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = text] = mailSender.exec(text) ?? [];
  return { name, address };
}

const linksMax = 10;
const linkLengthMax = 200;

export function socialLinksOf(text: string, context: z.RefinementCtx): { title: string; href: string }[] {
  const links = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => /^(.{1,30}?) +(\S+)$/u.exec(part))
    .map((found) => ({ title: found?.[1] ?? '', href: found?.[2] ?? '' }));
  const isRight = links.every(
    ({ title, href }) => line.test(title) && href.length <= linkLengthMax && link.test(href),
  );
  if (links.length > linksMax || !isRight) context.addIssue('a title and an https address each');
  return links;
}
