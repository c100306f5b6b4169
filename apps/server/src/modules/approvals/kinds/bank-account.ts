import { requireBankAccount, writeBankAccount } from '#modules/bank/index.ts';
import { forgetMarkets } from '#modules/markets/index.ts';
import type { ApprovalKind } from './kind.ts';

/** Where users send a currency to, and on what terms it comes and goes. Whoever changes it alone would be sent everybody's deposits. */
export const bankAccount: ApprovalKind<'bank_account'> = {
  name: 'bank_account',
  approve: 'policy.approve',
  action: 'bank_account_changed',
  lifeHours: 72,
  check: async ({ database }, { rules }) => void (await requireBankAccount(database.kysely, rules)),
  finish: async (transaction, _platform, { rules }) => {
    const before = await requireBankAccount(transaction, rules);
    await writeBankAccount(transaction, rules);
    return { ...(before && { before }), after: rules };
  },
  afterwards: async (platform) => forgetMarkets(platform),
};
