import type { NewAlert } from '@emporion/contracts/rest';
import { alertsMax } from '@emporion/contracts/rest';
import type { LiveExchange } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type AlertRow, type AlertTerms, isReached, unitsOf } from './alert.ts';
import type { AlertMonitor } from './alert-monitor.ts';
import { alertValue } from './alert-value.ts';
import { countActive, deleteAlert, findSame, insertAlert, lockAlertsOf } from './store.ts';

export interface DeskParts {
  readonly platform: Platform;
  readonly live: LiveExchange;
  readonly monitor: AlertMonitor;
}

/**
 * Sets an alert. One that waits for the same already is answered instead, so that asking twice is safe.
 *
 * @throws Problem those of `alertValue`, alert_already_true, alert_limit_reached.
 */
export async function setAlert(parts: DeskParts, userId: string, wanted: NewAlert): Promise<AlertRow> {
  const { platform, live, monitor } = parts;
  const market = live.market(wanted.pair);
  const tick = await platform.view.read((exchange) => exchange.markets.get(wanted.pair)?.rules.tick ?? 1);
  const value = alertValue(wanted, { market, tick });
  const terms: AlertTerms = { ...wanted };
  return monitor.whileListening(wanted.pair, async (sinceTrade) => {
    const now = await monitor.figure(wanted);
    const alert = await platform.database.kysely.transaction().execute(async (transaction) => {
      await lockAlertsOf(transaction, userId);
      const same = await findSame(transaction, { ...terms, userId });
      if (same) return same;
      if (now !== undefined && isReached(wanted.direction, { value, now }))
        throw new Problem('alert_already_true', { fields: { value: { code: 'alert_already_true' } } });
      if ((await countActive(transaction, userId)) >= alertsMax)
        throw new Problem('alert_limit_reached', { params: { max: alertsMax } });
      const createdAt = platform.clock.now();
      return insertAlert(transaction, { ...terms, userId, sinceTrade, createdAt });
    });
    return {
      alert,
      watched: { ...wanted, id: alert.id, value: unitsOf(alert.value, market, wanted.metric) },
    };
  });
}

/** @throws Problem not_found, also for what belongs to somebody else. */
export async function removeAlert(
  { platform, monitor }: DeskParts,
  own: { userId: string; id: string },
): Promise<void> {
  if (!(await deleteAlert(platform.database.kysely, own))) throw new Problem('not_found');
  monitor.forget(own.id);
}
