import { approvePayout, checkPayout } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { approversOf } from '../approval.ts';
import type { ApprovalKind } from './kind.ts';

export const largePayout: ApprovalKind<'large_payout'> = {
  name: 'large_payout',
  approve: 'withdrawals.approve',
  action: 'withdrawal_approved',
  lifeHours: 24,
  check: (platform, { withdrawal }) => checkPayout(platform, withdrawal),
  finish: async (transaction, platform, { withdrawal: id, currency, amount }, approval) => {
    const people = [approval.proposedBy, ...approversOf(approval)];
    const { recipient, status } = await approvePayout(transaction, platform, {
      ...{ id, operatorId: approval.proposedBy, reason: approval.reason },
    });
    // It goes to one of those who let it go, and does not leave the exchange.
    if (recipient !== null && people.includes(recipient)) throw new Problem('own_withdrawal');
    return {
      before: { withdrawal: id, stage: 'held' },
      after: { withdrawal: id, stage: status, currency, amount },
    };
  },
};
