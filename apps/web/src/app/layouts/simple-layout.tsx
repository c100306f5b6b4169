import { Link, Outlet } from 'react-router';
import { Icon } from '#ui/icon/icon.tsx';
import { OfflineBar } from '#ui/state/offline-bar.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { BrandLink } from '../header/brand-link.tsx';
import { DemoBadge } from '../header/demo-badge.tsx';
import { LanguageMenu } from '../header/language-menu.tsx';
import { ThemeMenu } from '../header/theme-menu.tsx';
import { MaintenanceBar } from '../maintenance-bar.tsx';
import { mainId } from '../skip-link.tsx';

/** A phone has no bar here: what everybody may see is one press away. Where somebody came from may need a login, and would lead back here. */
function BackLink() {
  const { t } = useTranslation();
  return (
    <Link to="/" className="icon-button md:hidden" aria-label={t('shell.back')} title={t('shell.back')}>
      <Icon name="arrow-left" size={20} />
    </Link>
  );
}

/**
 * No header and no footer: one card, and above it the few controls that a visitor may need first. The card hangs from
 * above: in the middle it would jump whenever a message makes it longer.
 */
export function SimpleLayout() {
  return (
    <main className="flex flex-1 flex-col">
      <div className="flex h-14 items-center justify-between gap-4 px-4">
        <div className="flex items-center gap-1">
          <BackLink />
          <BrandLink />
        </div>
        <div className="flex items-center gap-1">
          <LanguageMenu />
          <ThemeMenu />
        </div>
      </div>
      <div className="flex flex-1 flex-col">
        <OfflineBar />
        <MaintenanceBar />
        <div
          id={mainId}
          tabIndex={-1}
          className="flex flex-1 items-start justify-center px-4 pt-4 pb-14 outline-none md:pt-[12vh]"
        >
          <div className="w-full max-w-md rounded-lg bg-surface p-6 sm:p-8">
            <Outlet />
          </div>
        </div>
      </div>
      <div className="flex justify-center px-4 pb-4">
        <DemoBadge />
      </div>
    </main>
  );
}
