import { type QueryExecutorProvider, sql } from 'kysely';
import { findUser, mailUser, wantsMail } from '#modules/identity/index.ts';
import { insertNotification, type NotificationRow } from '#modules/notifications/index.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { networkName } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';
import { type WithdrawalEvent, withdrawalMail } from './withdrawal-mails.ts';

/** Notices that were written and not shown yet to whoever is looking. */
class UntoldNotices {
  #ids: bigint[] = [];

  add({ id }: NotificationRow): void {
    this.#ids.push(id);
  }

  /** Those of them that stand: what was written in a transaction that failed was never there. */
  async take(db: QueryExecutorProvider): Promise<NotificationRow[]> {
    const ids = this.#ids;
    if (ids.length === 0) return [];
    this.#ids = [];
    const { rows } = await sql<NotificationRow>`
      select id, user_id as "userId", template, params, created_at as "createdAt", read_at as "readAt"
      from user_notifications where id = any (${ids.map(String)}::bigint[]) order by id
    `.execute(db);
    return rows;
  }
}

export const untoldNotices = defineService('untold notices of withdrawals', () => new UntoldNotices());

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
  const row = await insertNotification(transaction, {
    ...{ userId, template: `withdrawal_${event}`, params: { coin, amount } },
    key: `withdrawal:${id}:${event}`,
  });
  if (!row) return;
  untoldNotices(platform).add(row);
  if (user.status !== 'active' || !wantsMail(user, 'withdrawals')) return;
  const network = await networkName(transaction, withdrawal.network);
  const params = { event, withdrawal, network, hash };
  await mailUser(transaction, platform, { user, template: withdrawalMail, params });
}
