import {
  type AnnouncedTransfer,
  type BankArrival,
  bankReviewEndpoints,
  fiatCurrencies,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { showToast } from '@emporion/web/ui/toast/toast-store.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';

type Announced = Partial<Pick<AnnouncedTransfer, 'currency' | 'amount' | 'reference'>>;

const paymentFields = ({ currency, amount, reference }: Announced): readonly ActionField[] => [
  {
    name: 'currency',
    label: 'Currency',
    kind: 'choice',
    initial: currency ?? 'USD',
    options: fiatCurrencies.map((currency) => [currency, currency] as const),
  },
  { name: 'amount', label: 'Amount that arrived', kind: 'number', initial: amount ?? '' },
  {
    name: 'bank_transaction',
    label: 'Transaction number of the bank',
    kind: 'text',
    hint: 'As on the statement. The same number is never credited twice.',
  },
  { name: 'sender', label: 'From whom', kind: 'text' },
  {
    name: 'reference',
    label: 'Reference',
    kind: 'text',
    isOptional: true,
    initial: reference ?? '',
    hint: 'Paste the full payment text. Without a known reference the money waits.',
  },
];

/** Records what arrived; of what was announced the most is known already. */
export function askRecord(announced: Announced = {}): void {
  askAction({
    title: 'Record a payment that arrived',
    text: 'A payment with a known reference is credited at once. Large amounts, a second payment with the same reference and payments without an owner wait for a second person.',
    confirm: 'Record',
    fields: [...paymentFields(announced), reasonField],
    run: ({ currency = '', amount = '', bank_transaction = '', sender = '', reference = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(bankReviewEndpoints.record, {
            body: {
              ...{ currency: currency as BankArrival['currency'], amount, bank_transaction, sender, reason },
              ...{ reference: reference.trim() === '' ? null : reference, confirmation },
            },
          }),
        done: 'Recorded.',
        onDone: ({ stage, user }) =>
          showToast(
            stage === 'waiting'
              ? { type: 'warning', title: 'It waits for a second person.' }
              : { type: 'success', title: `Credited to ${user?.username ?? 'its owner'}.` },
          ),
      }),
  });
}
