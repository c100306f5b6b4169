import {
  approvalEndpoints,
  type DepositReview,
  depositReviewEndpoints,
  rescanBlocksMax,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { showToast } from '@emporion/web/ui/toast/toast-store.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';

function found({ found: count }: { found: number }): void {
  showToast({
    type: count === 0 ? 'warning' : 'success',
    title: count === 0 ? 'Nothing for our addresses was found.' : `Outputs for our addresses: ${count}`,
  });
}

function networkField(networks: readonly (readonly [string, string])[]): ActionField {
  return { name: 'network', label: 'Network', kind: 'choice', options: networks };
}

/** Has the chain asked for one transaction, which is written down if it pays us. */
export function askLookFor(networks: readonly (readonly [string, string])[]): void {
  askAction({
    title: 'Look for a transaction',
    text: 'What it gives to our addresses is written down, as often as one likes: nothing is credited twice.',
    confirm: 'Look for it',
    fields: [networkField(networks), { name: 'hash', label: 'Transaction hash', kind: 'text' }, reasonField],
    run: ({ network = '', hash = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(depositReviewEndpoints.lookAgain, { body: { network, hash, reason, confirmation } }),
        done: 'Looked for.',
        onDone: found,
      }),
  });
}

const whole = (value: string) => (/^\d{1,15}$/.test(value) ? undefined : { code: 'value_invalid' as const });

export function askRescan(networks: readonly (readonly [string, string])[]): void {
  askAction({
    title: 'Scan blocks again',
    text: `Up to ${rescanBlocksMax} blocks. What is known stays as it is.`,
    confirm: 'Scan',
    fields: [
      networkField(networks),
      { name: 'from', label: 'First block', kind: 'number', check: whole },
      { name: 'to', label: 'Last block', kind: 'number', check: whole },
      reasonField,
    ],
    run: ({ network = '', from = '', to = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(depositReviewEndpoints.rescan, {
            body: { network, from: Number(from), to: Number(to), reason, confirmation },
          }),
        done: 'Scanned.',
        onDone: found,
      }),
  });
}

export function askCredit({ id, second_person, user }: DepositReview): void {
  if (!second_person) {
    askAction({
      title: 'Credit this deposit',
      text: `The account of ${user?.username ?? 'its owner'} gets it at once.`,
      confirm: 'Credit',
      fields: [reasonField],
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) =>
            call(depositReviewEndpoints.credit, { params: { id }, body: { reason, confirmation } }),
          done: 'Credited.',
        }),
    });
    return;
  }
  const toField: ActionField = {
    name: 'to',
    label: 'Account',
    kind: 'text',
    hint: 'Username, email or ID of the sender.',
  };
  askAction({
    title: 'Propose to credit this deposit',
    text:
      user === null
        ? 'Nobody owns it, so a second person must agree to whom it goes.'
        : 'It is worth more than one person may credit. A second person must agree.',
    confirm: 'Propose',
    fields: user === null ? [toField, reasonField] : [reasonField],
    run: ({ to = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.creditDeposit, {
            body: { deposit: id, ...(user === null && { user: to }), reason, confirmation },
          }),
        done: 'Proposed. A second person decides.',
      }),
  });
}

export function askTake({ id }: DepositReview): void {
  askAction({
    title: 'Take this deposit for the house',
    text: 'Booked as money the house brought in, such as for network fees. Only do this for funds the house sent itself.',
    confirm: 'Take',
    isDangerous: true,
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(depositReviewEndpoints.take, { params: { id }, body: { reason, confirmation } }),
        done: 'It is the house’s.',
      }),
  });
}
