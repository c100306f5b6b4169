import { type PaySystem, paySystemNames } from '@emporion/contracts/rest';
import { formatDecimalIn, translate } from '@emporion/i18n/server';
import type { QueryExecutorProvider } from 'kysely';
import { type NotificationTemplate, notify } from '#modules/notifications/index.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { Platform } from '#platform/platform.ts';
import type { OrderRow } from './order.ts';
import { maskedAccount } from './order-wire.ts';

type CardTemplate = Extract<NotificationTemplate, `card_${string}`>;

interface Receipt {
  readonly template: CardTemplate;
  readonly amount: string;
  readonly coin: string;
  readonly paid: string | null;
  readonly currency: string;
  readonly fee: string;
  readonly system: PaySystem;
  readonly account: string | null;
  readonly order: string;
  /** What a refund or a chargeback took off the balance, and what it could not take. */
  readonly reversed: Reversed | null;
}

interface Reversed {
  readonly taken: string;
  readonly open: string;
  /** Which of the order's it is: each is told for itself. */
  readonly place: number;
}

/** What was paid, for what, and with which card: the receipt of a payment, whatever became of it. It says what the notification says. */
export const receiptMail: MailTemplate<Receipt> = {
  name: 'cards.receipt',
  compose: (
    { text, language, publicUrl },
    { template, coin, paid, currency, fee, system, account, order, amount, reversed },
  ) => {
    const shown = (units: string, of: string) => `${formatDecimalIn(language, units)} ${of}`;
    const params = {
      coin,
      currency,
      amount: formatDecimalIn(language, amount),
      paid: formatDecimalIn(language, paid ?? '0'),
      taken: formatDecimalIn(language, reversed?.taken ?? '0'),
      open: formatDecimalIn(language, reversed?.open ?? '0'),
    };
    const body = translate(language, `notifications.${template}.text`, params);
    return {
      subject: translate(language, `notifications.${template}.title`, params),
      preheader: body,
      blocks: [
        { kind: 'paragraph', text: body },
        {
          kind: 'facts',
          rows: [
            ...(paid === null ? [] : [[text('cards.paid'), shown(paid, currency)] as const]),
            [text('cards.fee'), shown(fee, currency)],
            [text('wallet.facts.amount'), shown(amount, coin)],
            ...(reversed === null ? [] : [[text('cards.taken'), shown(reversed.taken, currency)] as const]),
            ...(reversed === null || reversed.open === '0'
              ? []
              : [[text('cards.open'), shown(reversed.open, currency)] as const]),
            [text('cards.system'), paySystemNames[system]],
            ...(account === null ? [] : [[text('cards.account'), account] as const]),
            [text('cards.order'), order],
          ],
        },
        { kind: 'link', label: text('wallet.open'), href: `${publicUrl}/account/wallet` },
      ],
    };
  },
};

/** Tells the owner of an order what became of it, in the transaction in which it does: a notice, and a receipt by mail. */
export async function tellOwner(
  transaction: QueryExecutorProvider,
  platform: Platform,
  {
    order,
    template,
    receipt,
    reversed = null,
  }: {
    order: OrderRow;
    template: CardTemplate;
    receipt: { coin: string; amount: string };
    reversed?: Reversed | null;
  },
): Promise<void> {
  const { id, userId, currency, system, side, destination, cardLastFour } = order;
  const { place, ...said } = reversed ?? { place: undefined };
  const params = { ...receipt, currency, paid: order.amount ?? '0', ...said };
  const key = `card:${id}:${template}${place === undefined ? '' : `:${place}`}`;
  const account = cardLastFour !== null ? `•••• ${cardLastFour}` : destination && maskedAccount(destination);
  const mail = {
    ...{ template, ...receipt, currency, system, account, order: id, fee: order.fee ?? '0', reversed },
    paid: side === 'buy' ? order.amount : null,
  };
  await notify(
    transaction,
    platform,
    { userId, template, params, key },
    // A receipt is no choice.
    { template: receiptMail, params: mail, isAlways: true },
  );
}
