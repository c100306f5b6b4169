import type { ServerMessage } from '@emporion/contracts/sockets';
import type { Translate } from '@emporion/i18n/texts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { settingsQuery } from '#api/queries.ts';
import { session, useIsLoggedIn } from '#api/session.ts';
import { wantsFills } from '#api/wants-fills.ts';
import { tradingSocket } from '#live/live.ts';
import { createLiveNotifications } from '#live/live-notifications.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { closeToast, showToast, toastsNow } from '#ui/toast/toast-store.ts';

type Deal = Extract<ServerMessage, { kind: 'deals' }>['results'][number];

/** The notification of one deal. */
export function dealToast(deal: Deal, t: Translate) {
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

/** Tells of every deal, whoever sent its order; the stack counts those that it has no room for. */
export function tellDeals(deals: readonly Deal[], t: Translate): void {
  for (const deal of deals) {
    // What the form said of an order that was filled at once would be the same again.
    const said = toastsNow().find(({ about }) => about === `order ${deal.order_id}`);
    if (said !== undefined) closeToast(said.id);
    showToast({ ...dealToast(deal, t), about: `deal of ${deal.order_id}` });
  }
}

type Notice = Extract<ServerMessage, { kind: 'user_notification' }>['results'][number];

export function noticeToast({ title, text, warns }: Notice) {
  return { type: warns ? 'warning' : 'info', title, description: text, showClose: true } as const;
}

/** Shows each notification once, for both sockets bring it: one may be connecting again while the other is there. */
export function createTell(show: (notice: Notice) => void): (notice: Notice) => void {
  const told = new Set<string>();
  return (notice) => {
    if (told.has(notice.id)) return;
    told.add(notice.id);
    show(notice);
  };
}

/** One sound for all that came at once, where the reader wants any. The code comes with the first of them. */
async function soundOf([first]: readonly Deal[], client: QueryClient): Promise<void> {
  if (first === undefined) return;
  const { preferences } = await client.ensureQueryData(settingsQuery);
  if (!preferences.sounds) return;
  const { playDealSound } = await import('./deal-sound.ts');
  playDealSound(first.operation);
}

/** A logged-in user is told of their deals and of the server's notifications. A visitor opens no socket here. */
export function useUserFeeds(): void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  // Texts that arrive, or another language, are no reason to connect anew.
  const words = useRef(t);
  useEffect(() => {
    words.current = t;
  }, [t]);

  useEffect(() => {
    if (!loggedIn) return;
    const release = tradingSocket.keepOpen();
    const stopDeals = tradingSocket.on('deals', ({ results }) => {
      void wantsFills(client).then((wanted) => wanted && tellDeals(results, words.current));
      // Without the settings nobody knows whether a sound is wanted, so there is none.
      soundOf(results, client).catch(() => undefined);
    });
    const tell = createTell((notice) => {
      if (!notice.quiet) showToast(noticeToast(notice));
      // It may have been an alert that fired.
      for (const name of ['notifications', 'alerts'])
        void client.invalidateQueries({ queryKey: ['user', name] });
    });
    const stopNotices = tradingSocket.on('user_notification', ({ results }) => results.forEach(tell));
    const notifications = createLiveNotifications({
      origin: window.location.origin,
      session,
      onNotification: tell,
    });
    notifications.open();
    return () => {
      stopNotices();
      stopDeals();
      release();
      notifications.close();
    };
  }, [client, loggedIn]);
}
