import { changeLevel, changePolicy, checkLevel, checkPolicy, inOrder } from '#modules/kyc/index.ts';
import type { ApprovalKind } from './kind.ts';

/** What a level of verification takes and unlocks. It counts at once, for applications that are under way too. */
export const kycLevel: ApprovalKind<'kyc_level'> = {
  name: 'kyc_level',
  approve: 'policy.approve',
  action: 'kyc_level_changed',
  lifeHours: 72,
  describe: async (_platform, { rules }) => ({ rules: inOrder(rules) }),
  check: async ({ database }, { rules }) => void (await checkLevel(database.kysely, rules)),
  finish: async (transaction, { clock }, { rules }) => {
    const before = await changeLevel(transaction, rules, clock.now());
    return { before: { level: rules.level, ...before }, after: rules };
  },
};

/** How verifications are worked on, and how long what people showed is kept. */
export const kycPolicy: ApprovalKind<'kyc_policy'> = {
  name: 'kyc_policy',
  approve: 'policy.approve',
  action: 'kyc_policy_changed',
  lifeHours: 72,
  check: async ({ database }, { policy }) => void (await checkPolicy(database.kysely, policy)),
  finish: async (transaction, _platform, { policy }) => ({
    before: await changePolicy(transaction, policy),
    after: policy,
  }),
};
