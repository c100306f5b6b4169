import { formatDecimalIn } from '@emporion/i18n/server';
import type { QueryExecutorProvider } from 'kysely';
import { findUser } from '#modules/identity/index.ts';
import { notify } from '#modules/notifications/index.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { Platform } from '#platform/platform.ts';

/** A transfer; a code that the recipient redeemed; or what another user sent to an address of the recipient, which never left. */
export const receivedKinds = ['transfer', 'code', 'deposit'] as const;

interface ReceivedParams {
  readonly kind: (typeof receivedKinds)[number];
  readonly coin: string;
  readonly amount: string;
  /** The name of whoever sent it. Only a transfer tells: who pays to an address or makes a code need not be known. */
  readonly sender?: string | undefined;
  /** Of the address that it was sent to, by the name that people know. */
  readonly network?: string | undefined;
}

/** Says that money of another user is in the wallet. */
export const receivedMail: MailTemplate<ReceivedParams> = {
  name: 'wallet.received',
  compose: ({ text, language, publicUrl }, { kind, coin, amount, sender = '', network = '' }) => {
    const shown = formatDecimalIn(language, amount);
    const words = { coin, amount: shown, sender, network };
    return {
      subject: text('wallet.received.subject', words),
      preheader: text('wallet.received.preheader'),
      blocks: [
        { kind: 'paragraph', text: text(`wallet.received.${kind}`, words) },
        {
          kind: 'facts',
          rows: [
            [text('wallet.facts.amount'), `${shown} ${coin}`],
            ...(sender === '' ? [] : [[text('wallet.facts.sender'), sender] as const]),
          ],
        },
        { kind: 'link', label: text('wallet.open'), href: `${publicUrl}/account/wallet` },
        { kind: 'paragraph', text: text('wallet.deposit.closing') },
      ],
    };
  },
};

interface Received extends Omit<ReceivedParams, 'sender'> {
  readonly recipient: string;
  /** The id of whoever sent it, where that is told. */
  readonly sender?: string;
  /** Told once under it. */
  readonly key: string;
}

/** Tells whoever got money of another user, in the transaction in which it is written down: a notice, and a mail if they want those of deposits. */
export async function tellRecipient(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { recipient, key, sender, ...received }: Received,
): Promise<void> {
  const { kind, coin, amount, network = '' } = received;
  if (!(await findUser(transaction, recipient))) return;
  const name = sender === undefined ? undefined : (await findUser(transaction, sender))?.username;
  const params = { coin, amount, network, sender: name ?? '' };
  await notify(
    transaction,
    platform,
    { userId: recipient, template: `${kind}_received`, key, params },
    { template: receivedMail, params: { ...received, sender: name } },
  );
}
