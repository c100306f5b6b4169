import type { ServerMessage } from '@emporion/contracts/sockets';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { takeOwnChange } from '#api/own-changes.ts';
import { settingsQuery } from '#api/queries.ts';
import { session, useIsLoggedIn } from '#api/session.ts';
import { wantsFills } from '#api/wants-fills.ts';
import { tradingSocket } from '#live/live.ts';
import { createLiveNotifications } from '#live/live-notifications.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { type Deal, tellDeals } from './tell-deals.ts';

type Notice = Extract<ServerMessage, { kind: 'user_notification' }>['results'][number];

export function noticeToast({ title, text, warns }: Notice) {
  return { type: warns ? 'warning' : 'info', title, description: text } as const;
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
      // The page that made a change has answered it already.
      const isKnown = notice.kind !== undefined && takeOwnChange(notice.kind);
      if (!notice.quiet && !isKnown) showToast(noticeToast(notice));
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
