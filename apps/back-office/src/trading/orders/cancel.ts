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
    text: 'What is left of the order leaves the book, and its funds are released. If it is one of a pair, the other is cancelled too.',
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
    text: 'Cancels every open order of every user in this market. The market stays open: halt it or set it to cancel only first if no new orders should come in.',
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
