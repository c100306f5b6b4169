import type { MailTemplate, MailText } from '#platform/messages/template.ts';
import type { Withdrawal } from './withdrawal.ts';

interface LinkParams {
  readonly withdrawal: Withdrawal;
  readonly token: string;
  readonly minutes: number;
}

/** Its link opens a page with a button: nothing happens on being opened, for mail scanners open links. */
export const confirmWithdrawalMail: MailTemplate<LinkParams> = {
  name: 'wallet.withdrawal_confirm',
  isAwaited: true,
  compose: ({ text, publicUrl }, { withdrawal, token, minutes }) => ({
    subject: text('wallet.withdrawalConfirm.subject'),
    preheader: text('wallet.withdrawalConfirm.preheader', { minutes }),
    blocks: [
      { kind: 'paragraph', text: text('wallet.withdrawalConfirm.body', { minutes }) },
      { kind: 'facts', rows: factsOf(text, withdrawal) },
      {
        kind: 'link',
        label: text('wallet.withdrawalConfirm.button'),
        href: `${publicUrl}/account/confirm-withdrawal-request/${token}`,
      },
      { kind: 'paragraph', text: text('wallet.withdrawalConfirm.closing') },
    ],
  }),
};

/** What leaves, where to, and what it costs: whoever reads it can tell whether it is theirs. */
export function factsOf(
  text: MailText,
  { coin, amount, fee, network, address, memo }: Withdrawal,
): readonly (readonly [string, string])[] {
  return [
    [text('wallet.facts.amount'), `${amount} ${coin}`],
    [text('wallet.facts.fee'), `${fee} ${coin}`],
    [text('wallet.facts.network'), network],
    [text('wallet.facts.address'), address],
    ...(memo === null ? [] : [[text('wallet.facts.memo'), memo] as const]),
  ];
}
