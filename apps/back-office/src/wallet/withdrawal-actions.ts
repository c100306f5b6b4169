import {
  approvalEndpoints,
  type Confirmation,
  type ReviewedWithdrawal,
  type WithdrawalReview,
  withdrawalReviewEndpoints,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { showModal } from '@emporion/web/ui/modal/modal-store.ts';
import { createElement } from 'react';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';
import { type BulkResult, BulkResults } from './bulk-results.tsx';
import { Chosen } from './chosen.tsx';

export type ReviewAction = WithdrawalReview['actions'][number];

interface Words {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly done: string;
  readonly isDangerous?: boolean;
}

export const actionWords: Readonly<Record<ReviewAction, Words>> = {
  approve: {
    label: 'Approve',
    title: 'Approve this withdrawal',
    text: 'It goes into the queue and is sent with the next payout.',
    done: 'Approved. It is in the queue.',
  },
  reject: {
    label: 'Reject and refund',
    title: 'Reject this withdrawal',
    text: 'The money goes back to the account at once, and the user is notified.',
    done: 'Rejected. The money is back.',
    isDangerous: true,
  },
  hold: {
    label: 'Hold',
    title: 'Put this withdrawal on hold',
    text: 'It leaves the queue until it is released or rejected.',
    done: 'It is on hold.',
  },
  release: {
    label: 'Release',
    title: 'Release this withdrawal',
    text: 'It goes back into the queue.',
    done: 'It is back in the queue.',
  },
  bump: {
    label: 'Raise the fee',
    title: 'Raise the fee of its transaction',
    text: 'The next turn replaces the transaction that holds it up by one with a higher fee. The network takes one of the two.',
    done: 'A transaction with a higher fee is being made.',
  },
  send_again: {
    label: 'Send again',
    title: 'Send its transaction again',
    text: 'The same bytes go to the network once more. It is paid once, however often they are sent.',
    done: 'Sent again.',
  },
  call_off: {
    label: 'Stop the payment',
    title: 'Stop the payment of this withdrawal',
    text: 'If nothing is signed yet, the money goes back at once. Otherwise a payment to ourselves replaces the whole transaction, and the money goes back once that is final.',
    done: 'Called off.',
    isDangerous: true,
  },
  paid: {
    label: 'Mark as paid',
    title: 'Mark this withdrawal as paid',
    text: 'The transaction must be final and pay this address this amount. The server checks that on the network.',
    done: 'Taken over as its payout.',
  },
  bank_start: {
    label: 'Take in hand',
    title: 'Take this bank transfer in hand',
    text: 'Do this before you enter the payment at the bank. From then on its owner cannot cancel it.',
    done: 'It is in your hands. Enter it at the bank, then mark it as sent.',
  },
  bank_sent: {
    label: 'Mark as sent',
    title: 'Mark this bank transfer as sent',
    text: 'The bank has taken the payment and given it a number. One number pays one withdrawal.',
    done: 'Marked as sent. The user is notified.',
  },
  bank_booked: {
    label: 'On the statement',
    title: 'The transfer is on the bank’s statement',
    text: 'The money has left our account. If it comes back later, record it as an arrived payment.',
    done: 'Completed.',
  },
  bank_returned: {
    label: 'Returned by the bank',
    title: 'The bank has returned this transfer',
    text: 'The amount and the fee go back to the account, and the user is notified.',
    done: 'Returned. The money is back.',
    isDangerous: true,
  },
};

const endpoints = {
  approve: withdrawalReviewEndpoints.approve,
  reject: withdrawalReviewEndpoints.reject,
  hold: withdrawalReviewEndpoints.hold,
  release: withdrawalReviewEndpoints.release,
  bump: withdrawalReviewEndpoints.bump,
  send_again: withdrawalReviewEndpoints.sendAgain,
  call_off: withdrawalReviewEndpoints.callOff,
  bank_start: withdrawalReviewEndpoints.bankStart,
  bank_booked: withdrawalReviewEndpoints.bankBooked,
  bank_returned: withdrawalReviewEndpoints.bankReturned,
} as const;

const numberFields: Readonly<Partial<Record<ReviewAction, readonly ActionField[]>>> = {
  paid: [{ name: 'hash', label: 'Transaction hash', kind: 'text' }],
  bank_sent: [
    {
      name: 'bank_transaction',
      label: 'Transaction number of the bank',
      kind: 'text',
      hint: 'As the bank shows it. A number that was used before is refused.',
    },
  ],
};

/** Asks for the reason and does it. */
export function askReview(
  { id, second_person }: Pick<ReviewedWithdrawal, 'id' | 'second_person'>,
  action: ReviewAction,
): void {
  if (action === 'approve' && second_person) {
    proposePayout(id);
    return;
  }
  const { title, text, label: confirm, done, isDangerous = false } = actionWords[action];
  askAction({
    ...{ title, text, confirm, isDangerous },
    fields: [...(numberFields[action] ?? []), reasonField],
    run: ({ reason = '', hash = '', bank_transaction = '' }) =>
      makeChange({
        send: (confirmation: Confirmation | undefined) => {
          const given = { reason, confirmation };
          if (action === 'paid')
            return call(withdrawalReviewEndpoints.paid, { params: { id }, body: { hash, ...given } });
          if (action === 'bank_sent')
            return call(withdrawalReviewEndpoints.bankSent, {
              params: { id },
              body: { bank_transaction, ...given },
            });
          return call(endpoints[action], { params: { id }, body: given });
        },
        done,
      }),
  });
}

function proposePayout(withdrawal: string): void {
  askAction({
    title: 'Propose this withdrawal for approval',
    text: 'Its value needs two people. It goes into the queue once a second person approves.',
    confirm: 'Propose',
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.payOut, { body: { withdrawal, reason, confirmation } }),
        done: 'Proposed. A second person decides.',
      }),
  });
}

export type BulkDecision = 'approve' | 'reject' | 'hold' | 'release';

/** Decides on several; what came of each stands in a list until it is closed. */
export function askBulk(
  rows: readonly ReviewedWithdrawal[],
  decision: BulkDecision,
  { onDone, onOpen }: { onDone(): void; onOpen(id: string): void },
): void {
  const ids = rows.map(({ id }) => id);
  const { label, isDangerous = false } = actionWords[decision];
  const counted = ids.length === 1 ? 'one withdrawal' : `${ids.length} withdrawals`;
  let told: BulkResult[] = [];
  askAction({
    title: `${label} ${counted}`,
    text: createElement(Chosen, { rows }),
    confirm: label,
    isDangerous,
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(withdrawalReviewEndpoints.decide, {
            body: { ids, decision, reason, confirmation },
          }),
        done: ({ results }) => {
          const refused = results.filter(({ code }) => code !== null).length;
          if (refused === 0) return 'Decided.';
          return { type: 'warning', title: `${results.length - refused} of ${results.length} done` };
        },
        onDone: ({ results }) => {
          told = results.flatMap(({ id, code }) => {
            const row = rows.find((each) => each.id === id);
            return row === undefined ? [] : [{ row, code }];
          });
          onDone();
        },
      }),
    after: () => {
      const refused = told.filter(({ code }) => code !== null).length;
      if (refused > 0)
        showModal(
          BulkResults,
          { results: told, onOpen },
          { title: `${told.length - refused} of ${told.length} done`, size: 'md' },
        );
    },
  });
}
