import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { IconButton } from '#ui/button/icon-button.tsx';
import { toggleMainMenu, useMenuStore } from '#ui/menu/menu-store.ts';
import { showsHeader } from '../routing/header-paths.ts';
import { AccountControls } from './account-controls.tsx';
import { BrandLink } from './brand-link.tsx';
import { ConnectionHint } from './connection-hint.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { TradeSummary } from './trade-summary.tsx';

export function Header() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { pairprop } = useParams();
  const menuOpen = useMenuStore(({ mainOpen }) => mainOpen);
  const trading = pairprop !== undefined;
  if (!showsHeader(pathname)) return null;
  return (
    <>
      <header className="sticky top-0 z-20 flex h-12 items-center gap-3 border-b hairline bg-surface px-3 lg:gap-4">
        <div className={trading ? 'max-md:hidden' : undefined}>
          <BrandLink />
        </div>
        {trading && (
          <div className="md:hidden">
            <BrandLink emblem />
          </div>
        )}
        <div className="hidden lg:block">
          <MainNavigation />
        </div>
        {trading && <TradeSummary pair={pairprop} />}
        <div className="ml-auto flex items-center gap-1 lg:gap-2">
          <ConnectionHint />
          <div className="hidden items-center gap-1 lg:flex">
            <LanguageMenu />
            <ThemeMenu />
          </div>
          <AccountControls />
          <IconButton
            icon="menu"
            iconSize={20}
            label={t('shell.menu.open')}
            aria-expanded={menuOpen}
            className="lg:hidden"
            onClick={toggleMainMenu}
          />
        </div>
      </header>
      {menuOpen && <MenuDrawer />}
    </>
  );
}
