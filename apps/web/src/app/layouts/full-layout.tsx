import { type Query, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useIsLoggedIn } from '#api/session.ts';
import { loadTexts } from '#language/i18n.ts';
import { useTradingConnection } from '#live/connection-state.ts';
import { useStatus } from '#live/server-status.ts';
import { usePeriodicRefresh } from '#live/use-market-data.ts';
import { classNames } from '#ui/class-names.ts';
import { useIsPhone } from '#ui/layout/use-width.ts';
import { onFirstUse } from '#ui/on-first-use.ts';
import { InTurn } from '#ui/state/in-turn.tsx';
import { OfflineBar } from '#ui/state/offline-bar.tsx';
import { CookieNotice } from '../footer/cookie-notice.tsx';
import { Footer } from '../footer/footer.tsx';
import { Header } from '../header/header.tsx';
import { MaintenanceBar } from '../maintenance-bar.tsx';
import { watchInstallOffer } from '../phone/install-offer.ts';
import { queryClient } from '../query-client.ts';
import { mainId } from '../skip-link.tsx';
import { isTourSeen, tourOf } from '../tour/tour-memory.ts';
import { watchWork } from '../tour/work-watch.ts';
import { useWorker } from '../worker/use-worker.ts';

/** For pages that ask for something before they are drawn; it comes with this layout and not before. */
export { queryClient };

/** The sockets come once somebody is logged in; a visitor on a quiet page needs none of their code. */
const UserFeeds = lazy(async () => ({
  default: (await import('../notifications/user-feeds.ts')).UserFeeds,
}));

const UserPreferences = lazy(async () => ({
  default: (await import('#preferences/user-preferences.ts')).UserPreferences,
}));

/** A page is looked at before it is explained, and a slow phone has drawn it by then. */
const beforeTourMs = 5_000;

/** Seen once, and then never fetched again. */
const Tour = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, beforeTourMs));
  const [tour] = await Promise.all([import('../tour/tour.tsx'), loadTexts('tour')]);
  return { default: tour.Tour };
});

/** Only phones have it. */
const BottomNavigation = lazy(async () => {
  const [navigation] = await Promise.all([import('../phone/bottom-navigation.tsx'), loadTexts('phone')]);
  return { default: navigation.BottomNavigation };
});

const AnnouncementBar = lazy(async () => {
  const [bar] = await Promise.all([import('../notifications/announcement-bar.tsx'), loadTexts('alerts')]);
  return { default: bar.AnnouncementBar };
});

/** Its code comes when there is something to tell. */
function Announced() {
  const announced = useStatus('announced');
  return (
    announced && (
      <Suspense>
        <AnnouncementBar revision={announced} />
      </Suspense>
    )
  );
}

const AutoLogout = lazy(async () => ({
  default: (await import('../auto-logout/auto-logout.ts')).AutoLogout,
}));

/**
 * Reads the market's data again and again, and what could not be read while the server was away once the socket is back. It
 * draws nothing: in the frame, each answer would draw the whole page anew.
 */
function MarketRefresh() {
  usePeriodicRefresh();
  const connected = useTradingConnection() === 'open';
  useEffect(() => {
    if (connected) void queryClient.refetchQueries({ type: 'active', predicate: isFailed });
  }, [connected]);
  return null;
}

const isFailed = ({ state }: Query): boolean => state.status === 'error';

/** After whatever a page draws in turn. */
const footerTurn = 8;
const unseenTurn = 9;

/** Header, page, footer. The trading page fills the window, so its footer is one slim line. */
function Frame() {
  const { pathname } = useLocation();
  const trading = pathname.startsWith('/trade/');
  const loggedIn = useIsLoggedIn();
  const isPhone = useIsPhone();
  const tour = tourOf(pathname);
  useEffect(() => (tour === undefined || isTourSeen(tour) ? undefined : watchWork()), [tour]);
  useWorker();
  return (
    <div className="above-navigation flex flex-1 flex-col">
      <Header />
      <div className="flex flex-1 flex-col">
        <OfflineBar />
        <MaintenanceBar />
        <Announced />
        <CookieNotice />
        <main
          id={mainId}
          tabIndex={-1}
          // The footer begins below the window, before the page is drawn and after: nothing jumps. A wide desk has it in sight.
          className={classNames(
            'flex flex-1 flex-col outline-none',
            trading ? 'max-md:min-h-[calc(100dvh-3rem)]' : 'min-h-[calc(100dvh-3rem)]',
          )}
        >
          <Outlet />
        </main>
        <InTurn turn={footerTurn} fallback={<footer className="min-h-8" />}>
          <Footer slim={trading} />
        </InTurn>
      </div>
      {isPhone && (
        <Suspense>
          <BottomNavigation />
        </Suspense>
      )}
      <InTurn turn={unseenTurn} fallback={null}>
        <MarketRefresh />
        {tour !== undefined && !isTourSeen(tour) && (
          <Suspense>
            <Tour key={tour} name={tour} />
          </Suspense>
        )}
        {loggedIn && (
          <Suspense>
            <UserFeeds />
            <UserPreferences />
            <AutoLogout />
          </Suspense>
        )}
      </InTurn>
    </div>
  );
}

watchInstallOffer();

/** Server data is cached from here on; the pages before login have none and need not carry the cache. */
export function FullLayout() {
  // The sentences of failures must be at hand when the network is gone; before anybody does anything, the page does without them.
  useEffect(() => onFirstUse(() => void loadTexts('errors').catch(() => {})), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}
