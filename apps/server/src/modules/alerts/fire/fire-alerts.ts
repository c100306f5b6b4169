import { notify } from '#modules/notifications/index.ts';
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
 * or was removed before is left out.
 */
export async function fireAlerts(platform: Platform, fired: readonly Firing[]): Promise<void> {
  const live = await liveExchange(platform);
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const at = platform.clock.now();
    for (const alert of await markFired(transaction, { fired, at })) {
      const { userId } = alert;
      const { quote } = live.market(alert.pair);
      await notify(transaction, platform, notificationOf(alert, quote), {
        template: alertMail,
        params: { alert, quote, reached: alert.firedValue ?? alert.value, at },
        mayGo: () => takeMailOf(transaction, { userId, at }),
      });
    }
  });
}

function notificationOf(alert: AlertRow, quote: string) {
  const { id, userId, pair, metric, direction, value, firedValue } = alert;
  return {
    userId,
    template: `alert_${metric}_${direction}` as const,
    params: { pair, quote, value, reached: firedValue ?? value },
    key: `alert:${id}`,
    about: `alert:${id}` as const,
  };
}
