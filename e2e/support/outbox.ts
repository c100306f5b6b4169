import { expect, type Page } from '@playwright/test';

interface Message {
  readonly template: string;
  readonly language: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** Waits for the newest message to an address that has what is looked for, as a person waits for a letter. */
async function waitForMessage(page: Page, to: string, fits: (message: Message) => boolean): Promise<Message> {
  let found: Message | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/dev/outbox.json', { params: { to } });
        const messages: Message[] = await answer.json();
        found = messages.find(fits);
        return found !== undefined;
      },
      { message: `a message to ${to}` },
    )
    .toBe(true);
  if (found === undefined) throw new Error(`No message came to ${to}.`);
  return found;
}

/** The path of the newest link to an address that leads to such a page. */
export async function linkInMail(page: Page, to: string, pathPart: string): Promise<string> {
  const fits = ({ links }: Message) => links.some((link) => link.includes(pathPart));
  const { links } = await waitForMessage(page, to, fits);
  const link = links.find((candidate) => candidate.includes(pathPart)) ?? '';
  return new URL(link).pathname;
}

/** The newest code of six digits to an address, other than those seen before. */
export async function codeInMail(page: Page, to: string, seen: readonly string[] = []): Promise<string> {
  const codeOf = ({ text }: Message) => text.match(/(?<!\d)\d{6}(?!\d)/)?.[0];
  const message = await waitForMessage(page, to, (candidate) => {
    const code = codeOf(candidate);
    return code !== undefined && !seen.includes(code);
  });
  return codeOf(message) ?? '';
}
