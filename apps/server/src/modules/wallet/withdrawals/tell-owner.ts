import type { QueryExecutorProvider } from 'kysely';
import { findUser } from '#modules/identity/index.ts';
import { notify } from '#modules/notifications/index.ts';
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
  if (!(await findUser(transaction, userId))) return;
  await notify(
    transaction,
    platform,
    {
      ...{ userId, template: `withdrawal_${event}`, params: { coin, amount } },
      ...{ key: `withdrawal:${id}:${event}`, about: `withdrawal:${id}` },
    },
    {
      template: withdrawalMail,
      params: async () => ({
        ...{ event, withdrawal, hash },
        network: await networkName(transaction, withdrawal.network),
      }),
    },
  );
}
