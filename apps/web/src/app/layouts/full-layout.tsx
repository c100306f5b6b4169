import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { createQueryClient, forgetUserData } from '#api/queries.ts';
import { session } from '#api/session.ts';
import { loadTexts } from '#language/i18n.ts';
import { usePeriodicRefresh } from '#live/use-market-data.ts';
import { CookieNotice } from '../footer/cookie-notice.tsx';
import { Footer } from '../footer/footer.tsx';
import { Header } from '../header/header.tsx';
import { useUserFeeds } from '../notifications/use-user-feeds.ts';
import { mainId } from '../skip-link.tsx';

const queryClient = createQueryClient();

// What was read for one user must not be shown to the next.
session.subscribe(() => {
  if (!session.isLoggedIn()) forgetUserData(queryClient);
});

/** Header, page, footer. The trading page fills the window, so its footer is one slim line. */
function Frame() {
  const { pathname } = useLocation();
  const trading = pathname.startsWith('/trade/');
  usePeriodicRefresh();
  useUserFeeds();
  return (
    <div className="flex flex-1 flex-col">
      <Header />
      <main id={mainId} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <Footer slim={trading} />
      <CookieNotice />
    </div>
  );
}

/** Server data is cached from here on; the pages before login have none and need not carry the cache. */
export function FullLayout() {
  // The sentences of failures must be at hand when the network is gone.
  useEffect(() => void loadTexts('errors'), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}
