import { moveEmail, refuseAmbiguous, refuseUnmailable, requireFreeEmail } from '#modules/identity/index.ts';
import type { ApprovalKind } from './kind.ts';
import { requireAccount, requireNoRole } from './require-account.ts';

export const emailChange: ApprovalKind<'email_change'> = {
  name: 'email_change',
  approve: 'emails.approve',
  action: 'email_moved',
  lifeHours: 24,
  personal: ['email'],
  check: async (platform, { user, email }) => {
    refuseUnmailable(email);
    refuseAmbiguous(email);
    const account = await requireAccount(platform, user);
    requireNoRole(account);
    await requireFreeEmail(platform.database.kysely, { email, than: account.email });
  },
  finish: async (transaction, platform, { user, email }) => {
    const { email: before } = await requireAccount(platform, user);
    await moveEmail(transaction, platform, { userId: user, email });
    return { personal: { before: { email: before }, after: { email } } };
  },
};
