import { confirmationChoices, resetFactors } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ApprovalKind } from './kind.ts';
import { requireAccount } from './require-account.ts';

export const factorReset: ApprovalKind<'factor_reset'> = {
  name: 'factor_reset',
  approve: 'factors.approve',
  action: 'factors_reset',
  lifeHours: 24,
  check: async (platform, { user }) => {
    await requireAccount(platform, user);
    const { methods } = await confirmationChoices(platform.database.kysely, user);
    if (methods.every((method) => method === 'email')) throw new Problem('factor_not_held');
  },
  finish: async (transaction, platform, { user }) => ({
    before: { factors: await resetFactors(transaction, platform, user) },
    after: { factors: [] },
  }),
};
