import { approvalEndpoints, treasuryEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';

/** Proposes from which values on one person is not enough, beginning with what holds now. */
export async function askThresholds(): Promise<void> {
  const now = await call(treasuryEndpoints.thresholds);
  const { payouts_above = '', credits_above = '' } = now.ok ? now.value : {};
  askAction({
    title: 'When two people are needed',
    text: 'In USDT. Amounts of unknown value count as above. The change itself needs a second person.',
    confirm: 'Propose',
    fields: [
      { name: 'payouts', label: 'To approve withdrawals above', kind: 'number', initial: payouts_above },
      { name: 'credits', label: 'To credit held deposits above', kind: 'number', initial: credits_above },
      reasonField,
    ],
    run: ({ payouts = '', credits = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.setThresholds, {
            body: { payouts_above: payouts, credits_above: credits, reason, confirmation },
          }),
        done: 'Proposed. A second person decides.',
      }),
  });
}
