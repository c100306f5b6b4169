import { type ColdRefill, coldEndpoints, type FundLine, treasuryEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';

const figure = (name: string, label: string, initial: string, hint: string): ActionField => ({
  ...{ name, label, kind: 'number', initial, hint },
});

export function askHotLimits({ network, currency, limits }: FundLine): void {
  askAction({
    title: `Limits of ${currency} on ${network}`,
    text: 'Below the floor a refill up to the target is asked for. What is above the ceiling goes to the cold address, down to the target.',
    confirm: 'Set',
    fields: [
      figure('floor', 'Floor', limits?.floor ?? '', 'At most the target.'),
      figure('target', 'Target', limits?.target ?? '', 'What a refill or an overflow leaves.'),
      {
        ...figure('ceiling', 'Ceiling', limits?.ceiling ?? '', 'Empty: nothing goes to the cold address.'),
        isOptional: true,
      },
      reasonField,
    ],
    run: ({ floor = '', target = '', ceiling = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(coldEndpoints.setLimits, {
            params: { network, currency },
            body: { floor, target, ceiling: ceiling === '' ? null : ceiling, reason, confirmation },
          }),
        done: 'Limits set.',
      }),
  });
}

export function askSweep({ network }: FundLine): void {
  askAction({
    title: `Sweep ${network}`,
    text: 'Moves everything on this network’s deposit addresses to the hot address, including amounts smaller than their fee. Each transaction costs a network fee.',
    confirm: 'Sweep now',
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(treasuryEndpoints.sweep, { params: { network }, body: { reason, confirmation } }),
        done: 'It begins with the next turn of payouts.',
      }),
  });
}

export function askNewRefill({ network, currency, limits, payable }: FundLine): void {
  askAction({
    title: `Refill ${currency} on ${network}`,
    text: `Makes the unsigned transaction from the cold address to the hot one. ${payable} ${currency} can be paid out now.`,
    confirm: 'Make it',
    fields: [figure('amount', 'Amount', limits?.target ?? '', `In ${currency}.`), reasonField],
    run: ({ amount = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(coldEndpoints.make, { body: { network, currency, amount, reason, confirmation } }),
        done: 'Created. It waits to be signed.',
      }),
  });
}

export function askExport({ id, status }: ColdRefill): void {
  const isSent = status === 'signed' || status === 'broadcast';
  askAction({
    title: isSent ? 'Make it again with a higher fee' : 'Make the unsigned transaction',
    text: isSent
      ? 'With the number or inputs of the first one, so that the network takes one of the two.'
      : 'Carry the file to where the cold keys are.',
    confirm: 'Make it',
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(coldEndpoints.export, { params: { id }, body: { reason, confirmation } }),
        done: 'Created. It waits to be signed.',
      }),
  });
}

export function askImport({ id }: ColdRefill): void {
  askAction({
    title: 'Bring the signed transaction',
    text: 'It must be the one that was made here, word by word. It is sent at once.',
    confirm: 'Send it',
    fields: [
      {
        name: 'signed',
        label: 'Signed transaction or PSBT',
        kind: 'lines',
        hint: 'The content of the file.',
      },
      reasonField,
    ],
    run: ({ signed = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(coldEndpoints.import, { params: { id }, body: { signed, reason, confirmation } }),
        done: 'Sent.',
      }),
  });
}

export function askCancelRefill({ id }: ColdRefill): void {
  askAction({
    title: 'Call this refill off',
    text: 'Destroy the file made for it: signing it later would move coins that the books don’t expect.',
    confirm: 'Call off',
    isDangerous: true,
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(coldEndpoints.cancel, { params: { id }, body: { reason, confirmation } }),
        done: 'Called off.',
      }),
  });
}
