import { checkCredit, creditDeposit, creditNow } from '#modules/wallet/index.ts';
import type { ApprovalKind } from './kind.ts';

export const depositCredit: ApprovalKind<'deposit_credit'> = {
  name: 'deposit_credit',
  approve: 'deposits.approve',
  action: 'deposit_credited',
  lifeHours: 72,
  check: (platform, { deposit, user }) => checkCredit(platform, { id: deposit, user }),
  finish: async (transaction, platform, { deposit: id, user, currency, amount }, approval) => {
    await creditDeposit(transaction, platform, {
      ...{ id, user, operatorId: approval.proposedBy, reason: approval.reason },
    });
    return {
      before: { deposit: id, stage: 'held' },
      after: { deposit: id, stage: 'crediting', currency, amount },
    };
  },
  // Whoever follows the network does it otherwise.
  afterwards: (platform, { network }) => creditNow(platform, network),
};
