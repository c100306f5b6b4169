import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { alertsQuery } from '#alerts/alerts-query.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { AlertLine, ChartNumbers } from '../renderer/render-input.ts';

const nobodys: readonly AlertLine[] = [];

/** One's own alerts that wait for a price of the pair. */
export function useAlertLines(
  pair: string,
  { numbers, begun }: { readonly numbers: ChartNumbers; readonly begun: boolean },
): readonly AlertLine[] {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  const enabled = loggedIn && begun;
  const { data } = useQuery({ ...alertsQuery, enabled });
  const active = enabled ? data?.active : undefined;
  return useMemo(
    () =>
      active
        ?.filter((alert) => alert.pair === pair && alert.metric === 'price')
        .map(({ value: price }) => ({
          price,
          title: t('market.chart.alertAt', { price: numbers.price(price) }),
        })) ?? nobodys,
    [active, pair, numbers, t],
  );
}
