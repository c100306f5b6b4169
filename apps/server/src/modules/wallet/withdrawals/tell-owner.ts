import type { QueryExecutorProvider } from 'kysely';
import { findUser, mailUser, wantsMail } from '#modules/identity/index.ts';
import { insertNotification } from '#modules/notifications/index.ts';
import type { Platform } from '#platform/platform.ts';
import { networkName } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';
import { type WithdrawalEvent, withdrawalMail } from './withdrawal-mails.ts';

/** Tells its owner what became of a withdrawal, once, in the transaction in which it did: a notice, and a mail if they want those. */
export async function tellOwner(
  transaction: QueryExecutorProvider,
  platform: Platform,
  {
    withdrawal,
    event,
    hash = null,
  }: { withdrawal: Withdrawal; event: WithdrawalEvent; hash?: string | null },
): Promise<void> {
  const { id, userId, coin, amount } = withdrawal;
  const user = await findUser(transaction, userId);
  if (!user) return;
  const isNew = await insertNotification(transaction, {
    ...{ userId, template: `withdrawal_${event}`, params: { coin, amount } },
    key: `withdrawal:${id}:${event}`,
  });
  if (!isNew) return;
  if (user.status !== 'active' || !wantsMail(user, 'withdrawals')) return;
  const network = await networkName(transaction, withdrawal.network);
  const params = { event, withdrawal, network, hash };
  await mailUser(transaction, platform, { user, template: withdrawalMail, params });
}
