import {
  approvalEndpoints,
  marketHaltEndpoints,
  type RuleDraft,
  tradingSwitchEndpoints,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import type * as z from 'zod/mini';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';

const fields = [reasonField];
const proposed = 'Proposed. A second person has to approve it.';

export function askHalt(pair: string): void {
  askAction({
    title: `Halt ${pair}`,
    text: 'The market stops at once: no new orders, trades or cancellations. Reopening it needs two people.',
    fields,
    confirm: `Halt ${pair}`,
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(marketHaltEndpoints.halt, { params: { pair }, body: { reason, confirmation } }),
        done: `${pair} is halted.`,
      }),
  });
}

export function askHaltAll(): void {
  askAction({
    title: 'Halt all markets',
    text: 'All markets stop at once: no new orders, trades or cancellations. Reopening them needs two people.',
    fields,
    confirm: 'Halt all markets',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) => call(marketHaltEndpoints.haltAll, { body: { reason, confirmation } }),
        done: 'All markets are halted.',
      }),
  });
}

export function askCancelOnly(pair: string): void {
  askAction({
    title: `Set ${pair} to cancel only`,
    text: 'Orders can be cancelled, but not placed. Reopening it needs two people.',
    fields,
    confirm: 'Set to cancel only',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(marketHaltEndpoints.cancelOnly, { params: { pair }, body: { reason, confirmation } }),
        done: `Orders in ${pair} can only be cancelled now.`,
      }),
  });
}

export function askPostOnly(pair: string): void {
  askAction({
    title: `Set ${pair} to post only`,
    text: 'Only post-only orders are accepted, and nothing trades. Opening it again needs two people.',
    fields,
    confirm: 'Set to post only',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(marketHaltEndpoints.postOnly, { params: { pair }, body: { reason, confirmation } }),
        done: `${pair} accepts only post-only orders now.`,
      }),
  });
}

export function askSwitch(pair: string, disabled: boolean): void {
  askAction({
    title: `Switch ${pair} ${disabled ? 'off' : 'on'}`,
    text: disabled
      ? 'No new orders and no swaps. Open orders stay, and users can cancel them.'
      : 'The market is traded again as it is set. A halted one stays halted.',
    fields,
    confirm: disabled ? 'Switch off' : 'Switch on',
    isDangerous: disabled,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(tradingSwitchEndpoints.switchPair, {
            ...{ params: { pair }, body: { disabled, reason, confirmation } },
          }),
        done: `${pair} is switched ${disabled ? 'off' : 'on'}.`,
      }),
  });
}

export function askOpening(pair: string): void {
  askAction({
    title: `Open ${pair}`,
    text: 'A second person approves it; then everybody can trade here at once. The first market of a new exchange opens without one.',
    fields,
    confirm: 'Propose',
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.reopenMarket, { body: { pair, reason, confirmation } }),
        done: ({ state }) => (state === 'executed' ? `${pair} is open.` : proposed),
      }),
  });
}

export function askOpeningOf(pairs: readonly string[]): void {
  askAction({
    title: `Open ${pairs.length} halted markets`,
    text: `A second person approves it; then everybody can trade at once: ${pairs.join(', ')}.`,
    fields,
    confirm: 'Propose',
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.reopenMarkets, { body: { pairs: [...pairs], reason, confirmation } }),
        done: proposed,
      }),
  });
}

export function askCallOff({ pair, id }: z.infer<typeof RuleDraft>): void {
  askAction({
    title: 'Call off the change of rules',
    text: `The rules of ${pair} stay as they are.`,
    fields,
    confirm: 'Call it off',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(marketHaltEndpoints.cancelDraft, { params: { pair, id }, body: { reason, confirmation } }),
        done: 'The change was called off.',
      }),
  });
}
