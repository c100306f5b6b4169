import { ibanGroups } from '@emporion/contracts/rest';
import { formatDecimalIn } from '@emporion/i18n/server';
import type { MailBlock, MailTemplate, TemplateContext, TextParams } from '#platform/messages/template.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What the owner hears of a withdrawal that is confirmed. */
export const withdrawalEvents = [
  'held',
  'sent',
  'completed',
  // To an address of another user: it never left.
  'paid_inside',
  'not_paid',
  'rejected',
  'cancelled',
  'failed',
  // Nothing was sent: the contract at its address would not take it.
  'failed_recipient',
  // Mined, and not carried out: its fee is spent.
  'failed_on_chain',
  // By a bank: it has taken the payment, it is on its statement, it came back.
  'bank_sent',
  'bank_completed',
  'bank_returned',
] as const;
export type WithdrawalEvent = (typeof withdrawalEvents)[number];

interface WithdrawalParams {
  readonly withdrawal: Pick<Withdrawal, 'coin' | 'amount' | 'fee' | 'address' | 'memo' | 'holder'>;
  /** By the name that people know it by. */
  readonly network: string;
}

interface LinkParams extends WithdrawalParams {
  readonly token: string;
  readonly minutes: number;
  /** Confirms instead of the link, on the page where the withdrawal was asked for. */
  readonly code?: { readonly digits: string; readonly minutes: number } | undefined;
}

interface EventParams extends WithdrawalParams {
  readonly event: WithdrawalEvent;
  /** Of the transaction on the network. */
  readonly hash?: string | null;
}

/** Its link opens a page with a button: nothing happens on being opened, for mail scanners open links. */
export const confirmWithdrawalMail: MailTemplate<LinkParams> = {
  name: 'wallet.withdrawal-link',
  isAwaited: true,
  compose: (context, { token, minutes, code, ...params }) => {
    const { text, publicUrl } = context;
    const words = { ...wordsOf(context, params), minutes };
    return {
      subject: text('wallet.withdrawal.link.subject', words),
      preheader: text('wallet.withdrawal.link.preheader'),
      blocks: [
        {
          kind: 'paragraph',
          text: text(
            `wallet.withdrawal.link.${params.withdrawal.holder === null ? 'body' : 'bankBody'}`,
            words,
          ),
        },
        factsOf(context, params),
        {
          kind: 'link',
          label: text('wallet.withdrawal.link.open'),
          href: `${publicUrl}/account/confirm-withdrawal-request/${token}`,
        },
        ...(code ? codeBlocks(context, code) : []),
        { kind: 'paragraph', text: text('wallet.withdrawal.link.closing', words) },
      ],
    };
  },
};

function codeBlocks(
  { text }: TemplateContext,
  { digits, minutes }: NonNullable<LinkParams['code']>,
): MailBlock[] {
  return [
    { kind: 'paragraph', text: text('wallet.withdrawal.link.orCode', { minutes }) },
    { kind: 'code', code: digits },
  ];
}

/** Tells what became of a withdrawal. */
export const withdrawalMail: MailTemplate<EventParams> = {
  name: 'wallet.withdrawal',
  compose: (context, { event, ...params }) => {
    const { text, publicUrl } = context;
    const key = `wallet.withdrawal.${event}`;
    const words = wordsOf(context, params);
    return {
      subject: text(`${key}.subject`, words),
      preheader: text(`${key}.preheader`),
      blocks: [
        { kind: 'paragraph', text: text(`${key}.body`, words) },
        factsOf(context, params),
        {
          kind: 'link',
          label: text('wallet.open'),
          href: `${publicUrl}/account/wallet/history/${params.withdrawal.coin}`,
        },
        { kind: 'paragraph', text: text('wallet.withdrawal.notMe') },
      ],
    };
  },
};

/** What the sentences name. */
function wordsOf({ language }: TemplateContext, { withdrawal, network }: WithdrawalParams): TextParams {
  const { coin, amount } = withdrawal;
  return { coin, network, amount: formatDecimalIn(language, amount) };
}

type Fact = [name: string, value: string | null];

/** What leaves, where to, and what it costs: whoever reads it can tell whether it is theirs. */
function factsOf(
  { text, language }: TemplateContext,
  { withdrawal, network, hash = null }: WithdrawalParams & Pick<EventParams, 'hash'>,
): MailBlock {
  const { coin, amount, fee, address, memo, holder } = withdrawal;
  const costs: Fact[] = [
    ['amount', `${formatDecimalIn(language, amount)} ${coin}`],
    ['fee', `${formatDecimalIn(language, fee)} ${coin}`],
  ];
  const byNetwork: Fact[] = [
    ['network', network],
    ['address', address],
    ['memo', memo],
    ['hash', hash],
  ];
  const byBank: Fact[] = [
    ['holder', holder],
    ['account', address === null ? null : ibanGroups(address).join(' ')],
    ['bankCode', memo],
    ['bankNumber', hash],
  ];
  const rows = [...costs, ...(holder === null ? byNetwork : byBank)];
  return {
    kind: 'facts',
    rows: rows.flatMap(([name, value]) =>
      value === null ? [] : [[text(`wallet.facts.${name}`), value] as const],
    ),
  };
}
