import { bookBankCredit, checkBankCredit, creditBankTransfers } from '#modules/bank/index.ts';
import type { ApprovalKind } from './kind.ts';

export const bankCredit: ApprovalKind<'bank_credit'> = {
  name: 'bank_credit',
  approve: 'deposits.approve',
  action: 'bank_arrival_credited',
  lifeHours: 72,
  personal: ['sender'],
  check: (platform, { arrival, user }) => checkBankCredit(platform, { id: arrival, user }),
  finish: async (transaction, _platform, { arrival, user, currency, amount }) => {
    await bookBankCredit(transaction, { id: arrival, user });
    return {
      before: { arrival, stage: 'waiting' },
      after: { arrival, stage: 'crediting', currency, amount },
    };
  },
  // The job of the bank does it otherwise.
  afterwards: (platform) => creditBankTransfers(platform),
};
