import { expect, type Page } from '@playwright/test';

export interface Message {
  readonly text: string;
  readonly links: readonly string[];
}

/** Where mails come to, newest first. Of a demo, whose outbox can be read, any page will do. */
export interface MailSource {
  messagesTo(address: string): Promise<readonly Message[]>;
}

async function read(source: Page | MailSource, to: string): Promise<readonly Message[]> {
  if ('messagesTo' in source) return source.messagesTo(to);
  const answer = await source.request.get('/dev/outbox.json', { params: { to } });
  return answer.json();
}

/** On a line of its own in a mail, in the sentence of an SMS. Not the end of a name such as ada-123456, nor a part of a hash. */
const codeOf = ({ text }: Message): string | undefined =>
  text.match(/^\s*(\d{6})\s*$/m)?.[1] ?? text.match(/(?<![\w-])\d{6}(?!\w)/)?.[0];

/** The codes that came before, so that a new one can be told from them. */
export async function codesTo(source: Page | MailSource, to: string): Promise<string[]> {
  return (await read(source, to)).flatMap((message) => codeOf(message) ?? []);
}

/** Waits for the newest message to an address that has what is looked for, as a person waits for a letter. */
async function waitForMessage(
  source: Page | MailSource,
  to: string,
  fits: (message: Message) => boolean,
): Promise<Message> {
  let found: Message | undefined;
  await expect
    .poll(
      async () => {
        found = (await read(source, to)).find(fits);
        return found !== undefined;
      },
      { message: `a message to ${to}` },
    )
    .toBe(true);
  if (found === undefined) throw new Error(`No message came to ${to}.`);
  return found;
}

/** The path of the newest link to an address that leads to such a page. */
export async function linkInMail(source: Page | MailSource, to: string, pathPart: string): Promise<string> {
  const fits = ({ links }: Message) => links.some((link) => link.includes(pathPart));
  const { links } = await waitForMessage(source, to, fits);
  const link = links.find((candidate) => candidate.includes(pathPart)) ?? '';
  return new URL(link).pathname;
}

/** The newest code of six digits to an address, other than those seen before. */
export async function codeInMail(
  source: Page | MailSource,
  to: string,
  seen: readonly string[] = [],
): Promise<string> {
  const message = await waitForMessage(source, to, (candidate) => {
    const code = codeOf(candidate);
    return code !== undefined && !seen.includes(code);
  });
  return codeOf(message) ?? '';
}
