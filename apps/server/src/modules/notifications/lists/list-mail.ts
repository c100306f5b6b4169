import { randomBytes } from 'node:crypto';
import { parseMarkdown, plainTextOf } from '@emporion/contracts/markdown';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { User } from '#modules/identity/index.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import { subjectOf } from '#platform/messages/unsendable-message.ts';
import type { Platform } from '#platform/platform.ts';

/** Kinds that many are written at once, who can leave them by one click. */
export const listKinds = ['newsletter', 'announcement'] as const;
export type ListKind = (typeof listKinds)[number];

export const leavePath = '/unsubscribe';

export interface ListMailParams {
  readonly list: ListKind;
  readonly title: string;
  readonly text: string;
  readonly leaveUrl: string;
}

/** What staff wrote for many: a newsletter in Markdown, an announcement as it also stands on every page. */
export const listMail: MailTemplate<ListMailParams> = {
  name: 'notifications.list',
  compose: ({ text: words, publicUrl }, { list, title, text, leaveUrl }) => {
    const written = parseMarkdown(text);
    return {
      subject: subjectOf(title),
      preheader: (list === 'newsletter' ? plainTextOf(written) : text).slice(0, 200),
      reason: words(`notifications.list.${list}`),
      blocks: [
        ...(list === 'newsletter'
          ? [{ kind: 'markdown', blocks: written, base: `${publicUrl}/account` } as const]
          : text.split(/\n{2,}/).map((paragraph) => ({ kind: 'paragraph', text: paragraph }) as const)),
        { kind: 'link', label: words('notifications.open'), href: `${publicUrl}/account/` },
      ],
      leave: { label: words('notifications.list.unsubscribe'), href: leaveUrl },
    };
  },
};

/** Writes to somebody on a list, with the way out of it. */
export async function mailList(
  transaction: QueryExecutorProvider,
  { messages, config }: Platform,
  { user, list, title, text }: Pick<ListMailParams, 'list' | 'title' | 'text'> & { user: User },
): Promise<void> {
  const { id, email: to, language, antiPhishingPhrase: phrase } = user;
  const leaveUrl = `${config.publicUrl}${leavePath}/${list}/${await leaveTokenOf(transaction, id)}`;
  await messages.sendMail(
    {
      ...{
        to,
        language,
        template: listMail,
        params: { list, title, text, leaveUrl },
        unsubscribeUrl: leaveUrl,
      },
      ...(phrase !== null && { antiPhishingPhrase: phrase }),
    },
    { transaction },
  );
}

/** One for good: links in old mails keep working. */
async function leaveTokenOf(db: QueryExecutorProvider, userId: string): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    insert into unsubscribe_tokens (user_id, token) values (${userId}, ${randomBytes(18).toString('base64url')})
    on conflict (user_id) do update set token = unsubscribe_tokens.token returning token
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('There is no way out of a list.');
  return row.token;
}
