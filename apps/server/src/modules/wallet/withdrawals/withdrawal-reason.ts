import type { Withdrawal as WireWithdrawal } from '@emporion/contracts/rest';
import type { Withdrawal } from './withdrawal.ts';

type Reason = WireWithdrawal['reason'];

const waits: Readonly<Record<string, Reason>> = {
  funds: 'funds',
  fee_funds: 'network_fee',
  coin_stopped: 'payouts_stopped',
  payouts_frozen: 'payouts_frozen',
  signer: 'signer',
  signer_day: 'signer',
  node: 'node',
  review: 'review',
  // Its transaction is stuck, or is being called off.
  fee_ceiling: 'network_fee',
  signer_refusal: 'signer',
  refused: 'node',
};

/** What it waits for, or why it ended, in the words of the contract. What a person who looks at it thinks of it is not told. */
export function reasonOf(
  {
    status,
    waitsFor,
    reason,
    codeConfirmedAt,
  }: Pick<Withdrawal, 'status' | 'waitsFor' | 'reason' | 'codeConfirmedAt'>,
  payoutWaitsFor: string | null,
): Reason {
  if (status === 'requested') return codeConfirmedAt === null ? 'code' : 'link';
  if (status === 'held') return 'review';
  if (status === 'cancelled')
    return reason === 'expired' || reason === 'wrong_codes' ? reason : 'cancelled_by_user';
  if (status === 'rejected') return 'rejected';
  if (status === 'failed' && reason === 'returned_by_bank') return 'returned_by_bank';
  if (status === 'failed')
    return reason === 'recipient_refuses' ? 'refused_by_recipient' : 'refused_by_network';
  return waits[waitsFor ?? payoutWaitsFor ?? ''] ?? null;
}
