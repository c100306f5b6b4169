import {
  type DeskTicket,
  ticketDeskEndpoints as endpoints,
  ticketCategories,
  ticketPriorities,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { inWords } from '#kit/badge.tsx';

type Named = Pick<DeskTicket, 'id' | 'number'>;
interface Agent {
  readonly id: string;
  readonly username: string;
}

export function assign({ id }: Named, assignee: string | null): void {
  void makeChange({
    send: () => call(endpoints.assign, { params: { id }, body: { assignee } }),
    done: assignee === null ? 'Back in the queue.' : 'Assigned.',
  });
}

export function askAssignee(ticket: Named & Pick<DeskTicket, 'assignee'>, agents: readonly Agent[]): void {
  askAction({
    title: `Assign ticket #${ticket.number}`,
    confirm: 'Assign',
    fields: [
      {
        ...{ name: 'assignee', label: 'Member of staff', kind: 'choice' },
        // Nobody, so that nobody gets it by a careless press.
        initial: '',
        options: agents
          .filter(({ id }) => id !== ticket.assignee?.id)
          .map(({ id, username }) => [id, username] as const),
      },
    ],
    run: ({ assignee = '' }) =>
      makeChange({
        send: () => call(endpoints.assign, { params: { id: ticket.id }, body: { assignee } }),
        done: 'Assigned.',
      }),
  });
}

export function askTriage({ id, number, category, priority }: DeskTicket): void {
  const options = (names: readonly string[]) => names.map((name) => [name, inWords(name)] as const);
  askAction({
    title: `Topic and priority of ticket #${number}`,
    confirm: 'Save',
    fields: [
      {
        name: 'category',
        label: 'Topic',
        kind: 'choice',
        initial: category,
        options: options(ticketCategories),
      },
      {
        name: 'priority',
        label: 'Priority',
        kind: 'choice',
        initial: priority,
        options: options(ticketPriorities),
      },
    ],
    run: (values) =>
      makeChange({
        send: () =>
          call(endpoints.triage, {
            params: { id },
            body: {
              category: values.category as typeof category,
              priority: values.priority as typeof priority,
            },
          }),
        done: 'Saved.',
      }),
  });
}

export function askEscalation({ id, number }: Named): void {
  askAction({
    title: `Escalate ticket #${number}`,
    text: 'It goes back to the queue with a higher priority, marked as escalated. Your reason stays in the thread as an internal note.',
    confirm: 'Escalate',
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: () => call(endpoints.escalate, { params: { id }, body: { reason } }),
        done: 'Escalated.',
      }),
  });
}

export function move({ id }: Named, step: 'close' | 'reopen'): void {
  void makeChange({
    send: () => call(endpoints[step], { params: { id } }),
    done: step === 'close' ? 'Closed. The user is told.' : 'Reopened.',
  });
}
