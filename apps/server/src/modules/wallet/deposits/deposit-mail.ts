import { formatDecimalIn } from '@emporion/i18n/server';
import type { MailTemplate } from '#platform/messages/template.ts';

export interface DepositMailParams {
  readonly amount: string;
  readonly coin: string;
  readonly network: string;
  readonly minimum: string;
  readonly transactionId: string;
  /** Why it is not credited yet; undefined when it is. */
  readonly reason: string | undefined;
}

/** Says that money came in: that it is in the wallet, or why not yet. */
export const depositMail: MailTemplate<DepositMailParams> = {
  name: 'wallet.deposit',
  compose: ({ text, language, publicUrl }, { reason, transactionId, coin, network, ...amounts }) => {
    const amount = formatDecimalIn(language, amounts.amount);
    const params = { amount, coin, network, minimum: formatDecimalIn(language, amounts.minimum) };
    const body = text(
      reason === undefined ? 'wallet.deposit.credited.body' : `wallet.deposit.held.${reason}`,
      params,
    );
    return {
      subject: text(
        reason === undefined ? 'wallet.deposit.credited.subject' : 'wallet.deposit.held.subject',
        params,
      ),
      preheader: body,
      blocks: [
        { kind: 'paragraph', text: body },
        {
          kind: 'facts',
          rows: [
            [text('wallet.facts.amount'), `${amount} ${coin}`],
            [text('wallet.facts.network'), network],
            [text('wallet.facts.hash'), transactionId],
          ],
        },
        { kind: 'link', label: text('wallet.open'), href: `${publicUrl}/account/wallet` },
        { kind: 'paragraph', text: text('wallet.deposit.closing') },
      ],
    };
  },
};
