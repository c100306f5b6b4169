import {
  approvalEndpoints,
  type CardDesk,
  type CardOrderDetails,
  cardReviewEndpoints,
  fiatCurrencies,
  paySystemNames,
  paySystems,
} from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { call } from '@emporion/web/api/api.ts';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';

function cents(amount: string): bigint {
  const parsed = parseDecimal(amount, 2);
  return parsed.ok ? parsed.value : 0n;
}

/** One person refunds at once; what is much, or comes to much with what was refunded before, is proposed to a second one. */
export function askRefund({ id, give_coin, refund, user }: CardOrderDetails): void {
  if (refund === null) return;
  const { left, most, alone_up_to } = refund;
  const show = (amount: string) => `${formatNumber(amount, { decimals: 2 })} ${give_coin}`;
  const takesTwo = (amount: string) => cents(amount) > cents(alone_up_to);
  // The same however often it is sent from this dialog: a refund that nobody knows to have happened is not made twice.
  const client_id = crypto.randomUUID();
  askAction({
    title: 'Refund',
    text: `It goes back to where it was paid from, with our fee of it. It comes off the balance of ${user.username}, who must have so much ${give_coin} free. What was bought stays.`,
    confirm: 'Refund',
    fields: [
      {
        ...{ name: 'amount', label: `Amount, ${give_coin}`, kind: 'number', initial: most },
        hint: `${show(left)} of the payment is left${most === left ? '' : `, and the balance covers ${show(most)}`}.`,
        note: ({ amount = '' }) => (takesTwo(amount) ? 'So much is proposed to a second person.' : undefined),
      },
      reasonField,
    ],
    run: ({ amount = '', reason = '' }) =>
      takesTwo(amount)
        ? makeChange({
            send: (confirmation) =>
              call(approvalEndpoints.refundCard, { body: { order: id, amount, reason, confirmation } }),
            done: 'Proposed. A second person decides.',
          })
        : makeChange({
            send: (confirmation) =>
              call(cardReviewEndpoints.refund, {
                params: { id },
                body: { amount, client_id, reason, confirmation },
              }),
            done: ({ staff_refunds }) =>
              staff_refunds.at(-1)?.status === 'undone'
                ? 'The pay system would not refund it.'
                : 'The refund is on its way.',
          }),
  });
}

type System = CardDesk['systems'][number];

export function askSwitch({ name, purchases_disabled, sales_disabled }: System): void {
  askAction({
    title: `Switch ${paySystemNames[name]}`,
    text: 'Payments in progress continue. Users can’t start new ones while this is off.',
    confirm: 'Save',
    fields: [
      { name: 'purchases', label: 'Purchases are on', kind: 'switch', initial: String(!purchases_disabled) },
      { name: 'sales', label: 'Sales are on', kind: 'switch', initial: String(!sales_disabled) },
      reasonField,
    ],
    run: ({ purchases, sales, reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(cardReviewEndpoints.switchSystem, {
            params: { name },
            body: {
              purchases_disabled: purchases !== 'true',
              sales_disabled: sales !== 'true',
              reason,
              confirmation,
            },
          }),
        done: 'Saved.',
      }),
  });
}

export function askSettlement(): void {
  askAction({
    title: 'Record a settlement',
    text: 'Money that a pay system owed us and our bank has now, or that we owed it and sent.',
    confirm: 'Record',
    fields: [
      {
        ...{ name: 'pay_system', label: 'Pay system', kind: 'choice', initial: paySystems[0] },
        options: paySystems.map((name) => [name, paySystemNames[name]] as const),
      },
      {
        ...{ name: 'direction', label: 'Which way', kind: 'choice', initial: 'received' },
        options: [
          ['received', 'It paid us'],
          ['sent', 'We paid it'],
        ],
      },
      {
        ...{ name: 'currency', label: 'Currency', kind: 'choice', initial: 'USD' },
        options: fiatCurrencies.map((currency) => [currency, currency] as const),
      },
      { name: 'amount', label: 'Amount', kind: 'number' },
      {
        ...{ name: 'bank_transaction', label: 'Transaction number of the bank', kind: 'text' },
        hint: 'As on the statement. The same number is never recorded twice.',
      },
      reasonField,
    ],
    run: ({ pay_system = '', direction, currency = '', amount = '', bank_transaction = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(cardReviewEndpoints.settle, {
            body: {
              ...{ pay_system: pay_system as System['name'], amount, bank_transaction, reason, confirmation },
              currency: currency as (typeof fiatCurrencies)[number],
              direction: direction === 'sent' ? 'sent' : 'received',
            },
          }),
        done: 'Recorded.',
      }),
  });
}

/** Proposed to a second person, as all limits are. */
export function askLevels(levels: CardDesk['levels']): void {
  askAction({
    title: 'Propose limits of card payments',
    text: 'In USDT, by account level, the same levels as for withdrawals: the maximum for one purchase and within 24 hours.',
    confirm: 'Propose',
    fields: [
      ...levels.flatMap(({ level, payment_max, day_max }): ActionField[] => [
        {
          name: `payment-${level}`,
          label: `Level ${level}: one purchase`,
          kind: 'number',
          initial: payment_max,
        },
        { name: `day-${level}`, label: `Level ${level}: within 24 hours`, kind: 'number', initial: day_max },
      ]),
      reasonField,
    ],
    run: ({ reason = '', ...values }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.changeCardLimits, {
            body: {
              levels: levels.map(({ level }) => ({
                ...{
                  level,
                  payment_max: values[`payment-${level}`] ?? '',
                  day_max: values[`day-${level}`] ?? '',
                },
              })),
              ...{ reason, confirmation },
            },
          }),
        done: 'Proposed. A second person decides.',
      }),
  });
}
