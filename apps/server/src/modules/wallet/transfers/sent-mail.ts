import { formatDecimalIn } from '@emporion/i18n/server';
import type { QueryExecutorProvider } from 'kysely';
import { findUser, issueNotMe, mailUser } from '#modules/identity/index.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { Platform } from '#platform/platform.ts';

export const sentKinds = ['transfer', 'code'] as const;

interface SentParams {
  readonly kind: (typeof sentKinds)[number];
  readonly coin: string;
  readonly amount: string;
  /** The name of whoever got it. A code has none. */
  readonly recipient: string | null;
  /** By which the reader says that it was somebody else. */
  readonly notMeToken: string;
}

/** Tells the sender of money that went to another user, or into a code. It cannot be switched off: whoever is in the account would. */
export const sentMail: MailTemplate<SentParams> = {
  name: 'wallet.sent',
  compose: ({ text, language, publicUrl }, { kind, coin, amount, recipient, notMeToken }) => {
    const shown = formatDecimalIn(language, amount);
    const words = { coin, amount: shown };
    return {
      subject: text(`wallet.sent.${kind}.subject`, words),
      preheader: text(`wallet.sent.${kind}.preheader`),
      blocks: [
        { kind: 'paragraph', text: text(`wallet.sent.${kind}.body`, words) },
        {
          kind: 'facts',
          rows: [
            [text('wallet.facts.amount'), `${shown} ${coin}`],
            ...(recipient === null ? [] : [[text('wallet.facts.recipient'), recipient] as const]),
          ],
        },
        { kind: 'paragraph', text: text('identity.factors.notice.notMe') },
        {
          kind: 'link',
          label: text('identity.factors.notice.notMeLink'),
          href: `${publicUrl}/account/not-me/${notMeToken}`,
        },
      ],
    };
  },
};

/** In the transaction in which it is written down that the money went. */
export async function tellSender(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { sender, to, ...sent }: Pick<SentParams, 'kind' | 'coin' | 'amount'> & { sender: string; to?: string },
): Promise<void> {
  const user = await findUser(transaction, sender);
  if (!user) return;
  const recipient = to === undefined ? null : ((await findUser(transaction, to))?.username ?? null);
  const notMeToken = await issueNotMe(transaction, platform, user);
  await mailUser(transaction, platform, {
    ...{ user, template: sentMail },
    params: { ...sent, recipient, notMeToken },
  });
}
