import { staffOrderEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';

const fields = [reasonField];
const isDangerous = true;

export function askCancelOrder(id: string): void {
  askAction({
    title: `Cancel order ${id}`,
    text: 'What is left of it comes off the book, and what was held for it is free again. If it is one of a pair, the other goes too.',
    fields,
    confirm: 'Cancel the order',
    isDangerous,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(staffOrderEndpoints.cancel, { params: { id }, body: { reason, confirmation } }),
        done: `Order ${id} was cancelled.`,
      }),
  });
}

export function askCancelOfUser({ id, username }: { id: string; username: string | null }): void {
  askAction({
    title: `Cancel all orders of ${username ?? id}`,
    text: 'Every open order of this account is cancelled, in all markets that are not halted.',
    fields,
    confirm: 'Cancel all of them',
    isDangerous,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(staffOrderEndpoints.cancelOfUser, { params: { id }, body: { reason, confirmation } }),
        done: 'The orders were cancelled.',
      }),
  });
}

export function askCancelOfMarket(pair: string): void {
  askAction({
    title: `Cancel all orders in ${pair}`,
    text: 'Every open order in this market is cancelled, of everybody. The market goes on as it is: halt it or set it to cancel only first if nobody is to place new ones.',
    fields,
    confirm: 'Cancel all of them',
    isDangerous,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(staffOrderEndpoints.cancelOfMarket, { params: { pair }, body: { reason, confirmation } }),
        done: `The orders in ${pair} were cancelled.`,
      }),
  });
}
