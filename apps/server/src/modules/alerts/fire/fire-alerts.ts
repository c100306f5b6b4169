import type { QueryExecutorProvider } from 'kysely';
import { findUser, mailUser, type User, wantsMail } from '#modules/identity/index.ts';
import { insertNotification, type NotificationRow } from '#modules/notifications/index.ts';
import { liveExchange } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { AlertRow } from '../alert.ts';
import { markFired } from '../store.ts';
import { alertMail } from './alert-mail.ts';
import { takeMailOf } from './mail-budget.ts';

/** An alert and what reached it, as people read it. */
export interface Firing {
  readonly id: string;
  readonly value: string;
}

/**
 * Makes alerts fire, all or none: each is marked, put into its owner's notifications and, within bounds, written to them, or nothing of it happened. One that fired
 * or was removed before is left out. Answers with what its owners are to be shown.
 */
export async function fireAlerts(platform: Platform, fired: readonly Firing[]): Promise<NotificationRow[]> {
  const live = await liveExchange(platform);
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const at = platform.clock.now();
    const users = new Map<string, User | undefined>();
    const shown: NotificationRow[] = [];
    for (const alert of await markFired(transaction, { fired, at })) {
      const { userId } = alert;
      const { quote } = live.market(alert.pair);
      if (!users.has(userId)) users.set(userId, await findUser(transaction, userId));
      const row = await insertNotification(transaction, notificationOf(alert, quote));
      if (row) shown.push(row);
      await mail(transaction, platform, { alert, quote, user: users.get(userId), at });
    }
    return shown;
  });
}

function notificationOf(alert: AlertRow, quote: string) {
  const { id, userId, pair, metric, direction, value, firedValue } = alert;
  return {
    userId,
    template: `alert_${metric}_${direction}` as const,
    params: { pair, quote, value, reached: firedValue ?? value },
    key: `alert:${id}`,
  };
}

async function mail(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { alert, quote, user, at }: { alert: AlertRow; quote: string; user: User | undefined; at: Date },
): Promise<void> {
  // Whoever is gone or shut out is not written to.
  if (user?.status !== 'active' || !wantsMail(user, 'alerts')) return;
  if (!(await takeMailOf(transaction, { userId: user.id, at }))) return;
  const params = { alert, quote, reached: alert.firedValue ?? alert.value, at };
  await mailUser(transaction, platform, { user, template: alertMail, params });
}
