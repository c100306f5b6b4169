import type { Alert, Pair } from '@emporion/contracts/rest';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery } from '#alerts/alerts-query.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { removeAlert } from '../api.ts';
import { distanceTo, type Figures, figureOf } from '../model/alert-draft.ts';

interface AlertRowProps {
  readonly alert: Alert;
  /** Undefined for one that is traded no more. */
  readonly pair: Pair | undefined;
  readonly now: Figures | undefined;
}

/** How far it still is, or what was reached and when. */
function State({ alert, now }: Omit<AlertRowProps, 'pair'>) {
  const { t, i18n } = useTranslation();
  if (alert.fired !== null) {
    const format = dateFormat(i18n.language, dateStyles.moment);
    return (
      <>
        {t('alerts.reached')} <Amount value={alert.fired_value ?? alert.value} trimZeros />
        {' · '}
        <time dateTime={alert.fired}>{format.format(new Date(alert.fired))}</time>
      </>
    );
  }
  const distance = now === undefined ? null : distanceTo(alert.value, figureOf(now, alert.metric));
  if (distance === null) return t('alerts.unknownDistance');
  return (
    <>
      {t('alerts.distance')} <Amount value={distance} decimals={2} plus unit="%" dimZeros={false} />
    </>
  );
}

/** Takes it out of the list at once, and puts it back when the server would not. */
function useRemoving(alert: Alert, name: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const remove = async (): Promise<void> => {
    setRemoving(true);
    const answer = await removeAlert(alert.id);
    // One that is gone already is what was wanted.
    const gone = answer.ok || (answer.failure.kind === 'refused' && answer.failure.status === 404);
    if (!gone) {
      setRemoving(false);
      showToast({ type: 'error', title: name, description: refusalOf(answer.failure, t).message });
    }
    await client.invalidateQueries({ queryKey: alertsQuery.queryKey });
  };
  return { removing, remove };
}

export function AlertRow({ alert, pair, now }: AlertRowProps) {
  const { t } = useTranslation();
  const { metric, direction } = alert;
  const quote = alert.pair.split('-')[1] ?? '';
  const decimals = metric === 'price' ? pair?.rules.price_decimals : undefined;
  const value = formatNumber(alert.value, { decimals, trimZeros: decimals === undefined });
  const name = `${alert.pair} ${t(metric === 'price' ? 'alerts.price' : 'alerts.volume')} ${t(
    direction === 'above' ? 'alerts.above' : 'alerts.below',
  )} ${value} ${quote}`;
  const { removing, remove } = useRemoving(alert, name);
  return (
    <li
      className={`flex items-center gap-3 border-b hairline py-2 last:border-0 ${removing ? 'opacity-50' : ''}`}
    >
      <Icon
        name={direction === 'above' ? 'trending-up' : 'trending-down'}
        size={18}
        className={direction === 'above' ? 'shrink-0 text-buy' : 'shrink-0 text-sell'}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-semibold">{alert.pair}</span>
          <span>
            {metric === 'volume' && `${t('alerts.volume')} `}
            {t(direction === 'above' ? 'alerts.above' : 'alerts.below')}{' '}
            <Amount value={alert.value} decimals={decimals} trimZeros={decimals === undefined} unit={quote} />
          </span>
        </p>
        <p className="text-sm text-muted">
          <State alert={alert} now={now} />
        </p>
      </div>
      <IconButton
        icon="trash-2"
        label={t('alerts.remove', { name })}
        title={t('alerts.removeShort')}
        disabled={removing}
        onClick={() => void remove()}
      />
    </li>
  );
}
