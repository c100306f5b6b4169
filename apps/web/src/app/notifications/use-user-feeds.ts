import type { ServerMessage } from '@emporion/contracts/sockets';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { session, useIsLoggedIn } from '#api/session.ts';
import { tradingSocket } from '#live/live.ts';
import { createLiveNotifications } from '#live/live-notifications.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { showToast } from '#ui/toast/toast-store.ts';

type Deal = Extract<ServerMessage, { kind: 'deals' }>['results'][number];

/** The notification of one deal. */
export function dealToast(deal: Deal, t: TFunction) {
  const [base = '', quote = ''] = deal.pair.split('-');
  return {
    type: 'success',
    title: t(`shell.deal.${deal.operation}`, { pair: deal.pair }),
    description: t('shell.deal.text', {
      quantity: `${formatNumber(deal.quantity, { trimZeros: true })} ${base}`,
      price: `${formatNumber(deal.price, { trimZeros: true })} ${quote}`,
    }),
  } as const;
}

/** A logged-in user is told of their deals and of the server's notifications. A visitor opens no socket here. */
export function useUserFeeds(): void {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();

  useEffect(() => {
    if (!loggedIn) return;
    const release = tradingSocket.keepOpen();
    const stopDeals = tradingSocket.on('deals', ({ results }) => {
      for (const deal of results) showToast(dealToast(deal, t));
    });
    const notifications = createLiveNotifications({
      origin: window.location.origin,
      session,
      onNotification: ({ title, text }) =>
        showToast({ type: 'info', title, description: text, showClose: true }),
    });
    notifications.open();
    return () => {
      stopDeals();
      release();
      notifications.close();
    };
  }, [loggedIn, t]);
}
