import { formatDecimalIn } from '@emporion/i18n/server';
import type { MailTemplate, SmsTemplate } from '#platform/messages/template.ts';
import { type MovementParams, movementFacts, movementWords } from './movement-facts.ts';

/** What somebody hears of a withdrawal once it is confirmed. */
export const withdrawalEvents = ['held', 'sent', 'completed', 'rejected', 'cancelled', 'failed'] as const;
export type WithdrawalEvent = (typeof withdrawalEvents)[number];

interface CodeParams extends MovementParams {
  readonly address: string;
  readonly code: string;
  readonly minutes: number;
}

/**
 * The code of one withdrawal, beside what it confirms: whoever reads a code for another address than theirs is warned. The subject does not
 * hold the code, which would show on a locked screen.
 */
export const withdrawalCodeMail: MailTemplate<CodeParams> = {
  name: 'wallet.withdrawal-code',
  isAwaited: true,
  compose: (context, { code, minutes, ...movement }) => {
    const { text } = context;
    const words = { ...movementWords(context, movement), minutes };
    return {
      subject: text('wallet.withdrawal.code.subject', words),
      preheader: text('wallet.withdrawal.code.preheader', words),
      blocks: [
        movementFacts(context, movement),
        { kind: 'paragraph', text: text('wallet.withdrawal.code.body') },
        { kind: 'code', code },
        { kind: 'paragraph', text: text('wallet.withdrawal.code.closing', words) },
      ],
    };
  },
};

const shownLength = 8;

export const withdrawalCodeSms: SmsTemplate<CodeParams> = {
  name: 'wallet.withdrawal-code',
  isAwaited: true,
  compose: ({ text, language }, { code, minutes, coin, amount, address }) =>
    text('wallet.withdrawal.code.sms', {
      code,
      minutes,
      coin,
      amount: formatDecimalIn(language, amount),
      address: shortened(address),
    }),
};

/** Its beginning and its end, by which people compare addresses. */
function shortened(address: string): string {
  if (address.length <= 2 * shownLength) return address;
  return `${address.slice(0, shownLength)}...${address.slice(-shownLength)}`;
}

/** The last step of the owner: the page behind the link confirms or cancels. */
export const withdrawalLinkMail: MailTemplate<
  MovementParams & { readonly token: string; readonly minutes: number }
> = {
  name: 'wallet.withdrawal-link',
  isAwaited: true,
  compose: (context, { token, minutes, ...movement }) => {
    const { text, publicUrl } = context;
    const words = { ...movementWords(context, movement), minutes };
    return {
      subject: text('wallet.withdrawal.link.subject', words),
      preheader: text('wallet.withdrawal.link.preheader'),
      blocks: [
        { kind: 'paragraph', text: text('wallet.withdrawal.link.body', words) },
        movementFacts(context, movement),
        {
          kind: 'link',
          label: text('wallet.withdrawal.link.open'),
          href: `${publicUrl}/account/confirm-withdrawal-request/${token}`,
        },
        { kind: 'paragraph', text: text('wallet.withdrawal.link.closing', words) },
      ],
    };
  },
};

/** Tells what became of a withdrawal. */
export const withdrawalMail: MailTemplate<MovementParams & { readonly event: WithdrawalEvent }> = {
  name: 'wallet.withdrawal',
  compose: (context, { event, ...movement }) => {
    const { text, publicUrl } = context;
    const key = `wallet.withdrawal.${event}`;
    const words = movementWords(context, movement);
    return {
      subject: text(`${key}.subject`, words),
      preheader: text(`${key}.preheader`),
      blocks: [
        { kind: 'paragraph', text: text(`${key}.body`, words) },
        movementFacts(context, movement),
        {
          kind: 'link',
          label: text('wallet.open'),
          href: `${publicUrl}/account/wallet/history/${movement.coin}`,
        },
        { kind: 'paragraph', text: text('wallet.withdrawal.notMe') },
      ],
    };
  },
};
