import { advanceCardOrder, beginRefund, checkRefund } from '#modules/cards/index.ts';
import type { ApprovalKind } from './kind.ts';

export const cardRefund: ApprovalKind<'card_refund'> = {
  name: 'card_refund',
  approve: 'deposits.approve',
  action: 'card_payment_refunded',
  lifeHours: 72,
  check: (platform, { order, amount }) => checkRefund(platform, { id: order, amount }),
  finish: async (transaction, platform, { order, currency, amount }, approval) => {
    await beginRefund(transaction, platform, {
      ...{ id: order, operatorId: approval.proposedBy, reason: approval.reason, amount },
      clientId: approval.id,
    });
    return { before: { order, stage: 'completed' }, after: { order, stage: 'refunding', currency, amount } };
  },
  // The job of cards does it otherwise.
  afterwards: async (platform, { order }) => void (await advanceCardOrder(platform, order)),
};
