import { z } from 'zod';

/** One line for people: no control characters, and none of the signs of markup. */
export const brandLine = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .regex(/^[^\p{C}<>]+$/u);

const address = /^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+$/;
const sender = /^([^<>\p{C}@]{1,100}?) *<([^<>]+)>$/u;

export const isMailAddress = (text: string): boolean => text.length <= 254 && address.test(text);

/** An address alone, or a name and the address in angle brackets. */
export const isMailSender = (text: string): boolean => isMailAddress(sender.exec(text)?.[2] ?? text);

export function readMailSender(text: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = text] = sender.exec(text) ?? [];
  return { name, address };
}

const linksMax = 10;

export function socialLinksOf(text: string, context: z.RefinementCtx): { title: string; href: string }[] {
  const links = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => /^([^\p{C}<>]{1,30}?) +(https:\/\/[^\s"'<>]{1,190})$/u.exec(part));
  if (links.length > linksMax || links.includes(null)) context.addIssue('a title and an https address each');
  return links.flatMap((found) => (found?.[1] && found[2] ? [{ title: found[1], href: found[2] }] : []));
}
