import { lazy, Suspense } from 'react';
import { useLocation, useParams } from 'react-router';
import { useTradingConnection } from '#live/connection-state.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { classNames } from '#ui/class-names.ts';
import { toggleMainMenu, useMenuStore } from '#ui/menu/menu-store.ts';
import { useOnline } from '#ui/state/online.ts';
import { StaleBadge } from '#ui/state/stale-badge.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showsHeader } from '../routing/header-paths.ts';
import { AccountControls } from './account-controls.tsx';
import { BrandLink } from './brand-link.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { TradeSummary } from './trade-summary.tsx';

/**
 * Says that live data is being connected again. A visitor on a quiet page has no connection and sees nothing; without a
 * network the bar below says all of it.
 */
function ConnectionHint() {
  const online = useOnline();
  return useTradingConnection() === 'reconnecting' && online ? <StaleBadge /> : null;
}

/** Wide screens never open it, and nobody opens it first. */
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }));

export function Header() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { pairprop } = useParams();
  const menuOpen = useMenuStore(({ mainOpen }) => mainOpen);
  const trading = pairprop !== undefined;
  if (!showsHeader(pathname)) return null;
  return (
    <>
      <header
        data-trading={trading || undefined}
        className="group/header sticky top-0 z-20 flex h-12 items-center gap-2 border-b hairline bg-surface px-2 md:gap-3 md:px-3 xl:gap-4"
      >
        <div className={classNames('max-[24rem]:hidden', trading && 'lg:max-xl:hidden')}>
          <BrandLink />
        </div>
        {/* The smallest phones have no room for the name beside the ways to get in. */}
        <div className="hidden max-[24rem]:block">
          <BrandLink emblem />
        </div>
        {trading && (
          <div className="max-lg:hidden xl:hidden">
            <BrandLink emblem />
          </div>
        )}
        {/* Beside the pair, six entries have room from here on; narrower windows have them in the drawer. */}
        <div className={classNames('hidden shrink-0', trading ? 'min-[80rem]:block' : 'lg:block')}>
          <MainNavigation />
        </div>
        {trading && <TradeSummary pair={pairprop} />}
        <div className="ml-auto flex shrink-0 items-center md:gap-1 xl:gap-2">
          {/* Where the header is short of room the hint hangs below it. */}
          <div className="max-xl:absolute max-xl:top-full max-xl:right-3 max-xl:mt-1">
            <ConnectionHint />
          </div>
          <div className="hidden items-center lg:flex xl:gap-1">
            <LanguageMenu />
            <ThemeMenu />
          </div>
          <AccountControls />
          <IconButton
            icon="menu"
            iconSize={20}
            label={t('shell.menu.open')}
            aria-expanded={menuOpen}
            className={trading ? 'min-[80rem]:hidden' : 'lg:hidden'}
            onClick={toggleMainMenu}
          />
        </div>
      </header>
      {menuOpen && (
        <Suspense>
          <MenuDrawer />
        </Suspense>
      )}
    </>
  );
}
