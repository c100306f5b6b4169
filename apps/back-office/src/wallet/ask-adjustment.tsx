import { adjustmentCategories, approvalEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { inWords } from '#kit/badge.tsx';
import { ExactAmount } from '#kit/exact-amount.tsx';
import { useUserCard } from '#kit/user-field.tsx';

type Category = (typeof adjustmentCategories)[number];

/** What the account has of the coin now. */
function Balance({ user, coin }: { user: string; coin: string }) {
  const { data } = useUserCard(user);
  if (data === undefined || coin === '') return null;
  const balance = data.balances.find((each) => each.coin === coin);
  return (
    <p className="text-muted">
      {`${data.username} has `}
      <ExactAmount value={balance?.actual ?? '0'} unit={coin} />
      {' available.'}
    </p>
  );
}

/** Proposes to correct a balance; `user` is known where one comes from an account. */
export function askAdjustment(user: string, then: (id: string) => void): void {
  askAction({
    title: 'Propose an adjustment',
    text: 'It is booked against the house’s adjustments once a second person approves.',
    confirm: 'Propose',
    fields: [
      { name: 'user', label: 'Account', kind: 'user', initial: user },
      {
        name: 'currency',
        label: 'Coin',
        kind: 'coin',
        note: ({ user: account = '', currency = '' }) => <Balance user={account} coin={currency} />,
      },
      { name: 'amount', label: 'Amount', kind: 'number', hint: 'With a minus it is taken away.' },
      {
        name: 'category',
        label: 'Category',
        kind: 'choice',
        options: adjustmentCategories.map((category) => [category, inWords(category)] as const),
      },
      {
        name: 'evidence',
        label: 'Evidence',
        kind: 'text',
        hint: 'A ticket, a transaction or a document that a second person can look up.',
      },
      reasonField,
    ],
    run: ({ category, user: account = '', currency = '', amount = '', evidence = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.adjustBalance, {
            body: {
              ...{ user: account, currency, amount, evidence, reason, confirmation },
              category: category as Category,
            },
          }),
        done: 'Proposed. A second person decides.',
        onDone: ({ id }) => then(id),
      }),
  });
}
