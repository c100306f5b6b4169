import { requireRules, writeRules } from '#modules/policy/index.ts';
import type { ApprovalKind } from './kind.ts';

/** When a person looks at a withdrawal before it goes out. It counts from the next confirmation on. */
export const withdrawalRules: ApprovalKind<'withdrawal_rules'> = {
  name: 'withdrawal_rules',
  approve: 'policy.approve',
  action: 'withdrawal_rules_changed',
  lifeHours: 72,
  check: async ({ database }, { rules }) => void (await requireRules(database.kysely, rules)),
  finish: async (transaction, _platform, { rules }) => {
    const before = await requireRules(transaction, rules);
    await writeRules(transaction, rules);
    return { before, after: rules };
  },
};
