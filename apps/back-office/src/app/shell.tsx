import { systemEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { IconButton } from '@emporion/web/ui/button/icon-button.tsx';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { OfflineBar } from '@emporion/web/ui/state/offline-bar.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { timeText, zoneText } from '#kit/time.tsx';
import { openPalette, Palette } from '#palette/palette.tsx';
import { AccountMenu } from './account-menu.tsx';
import { IdleLogout } from './idle-logout.ts';
import { useMay, useMe } from './me.ts';
import { Navigation } from './navigation.tsx';

const mainId = 'main';
const shortcut = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl K';

function SoleOperatorBanner() {
  const { sole_operator } = useMe();
  if (!sole_operator) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-raised px-4 py-1.5 text-center text-warn"
    >
      <Icon name="triangle-alert" size={16} className="flex-none" />
      One person runs this exchange: what needs a second one is carried out after a delay instead.
    </p>
  );
}

/** Nothing is paid out for a day after a recovery on the machine. The staff must know why, and that it was one of them. */
function PayoutsRestBanner() {
  const rest = useMe().payouts_rest;
  if (rest === null) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-2 bg-raised px-4 py-1.5 text-center text-warn"
    >
      <Icon name="triangle-alert" size={16} className="flex-none" />
      <span>
        Payouts rest until {timeText(rest.until)}: the staff account {rest.username}{' '}
        {rest.cause === 'recovery_begun' ? 'is being recovered' : 'was recovered'} with a link from the
        machine.
      </span>
    </p>
  );
}

/** Whoever comes on shift must see that everything is refused. */
function MaintenanceBanner() {
  const { data } = useQuery({
    queryKey: ['status'],
    queryFn: async ({ signal }) => valueOrThrow(await call(systemEndpoints.status, { signal })),
    refetchInterval: 30_000,
  });
  const may = useMay();
  if (data?.maintenance !== true) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-2 bg-raised px-4 py-1.5 text-center text-warn"
    >
      <Icon name="triangle-alert" size={16} className="flex-none" />
      Maintenance is on: people can look and cancel, and everything else is refused.
      {may('settings.read') && (
        <Link to="/settings" className="underline">
          Settings
        </Link>
      )}
    </p>
  );
}

function Progress() {
  if (useNavigation().state === 'idle') return null;
  return <div role="progressbar" aria-label="Loading" className="navigation-progress" />;
}

function TopBar({ onMenu }: { onMenu(): void }) {
  return (
    <header className="shell-top">
      <IconButton icon="menu" label="Menu" className="lg:hidden" onClick={onMenu} />
      <Link to="/" className="flex items-center gap-2 font-semibold whitespace-nowrap">
        <Icon name="store" size={18} className="text-accent" />
        Back office
      </Link>
      <button type="button" className="shell-search" onClick={openPalette}>
        <Icon name="search" size={16} />
        <span className="max-md:sr-only">Find a user, order, hash or market</span>
        <kbd className="max-md:hidden">{shortcut}</kbd>
      </button>
      <span
        className="text-xs whitespace-nowrap text-muted max-md:hidden"
        title="All times are shown in this zone."
      >
        {zoneText()}
      </span>
      <AccountMenu />
    </header>
  );
}

/** The frame of every page: the rooms at the side, the palette and one's account at the top. On a narrow window the rooms are behind a button. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu that led to it.
  useEffect(() => setMenuOpen(false), [pathname]);
  return (
    <div className="shell" data-menu={isMenuOpen ? 'open' : undefined}>
      <a href={`#${mainId}`} className="shell-skip">
        Skip to the page
      </a>
      <Progress />
      <TopBar onMenu={() => setMenuOpen((isOpen) => !isOpen)} />
      <div className="shell-side">
        <Navigation />
      </div>
      {isMenuOpen && (
        <button
          type="button"
          aria-label="Close the menu"
          className="shell-shade"
          onClick={() => setMenuOpen(false)}
        />
      )}
      <div className="shell-main">
        <OfflineBar />
        <MaintenanceBanner />
        <SoleOperatorBanner />
        <PayoutsRestBanner />
        <main id={mainId} tabIndex={-1} className="shell-page">
          <Outlet />
        </main>
      </div>
      <Palette />
      <IdleLogout />
      <ScrollRestoration />
    </div>
  );
}
