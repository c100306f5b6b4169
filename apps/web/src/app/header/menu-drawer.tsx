import { useEffect, useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { closeMenus } from '#ui/menu/menu-store.ts';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { useInstall } from '../phone/install-offer.ts';
import { DemoBadge } from './demo-badge.tsx';
import { DrawerSettings } from './drawer-settings.tsx';
import { MainNavigation } from './main-navigation.tsx';

/** Where the browser can make an application of the page. */
function InstallButton() {
  useArea('phone');
  const { t } = useTranslation();
  const install = useInstall();
  if (install === null) return null;
  return (
    <Button color="black" onClick={install}>
      <Icon name="download" size={16} />
      {t('phone.install.action')}
    </Button>
  );
}

/** The main menu of narrow screens. The browser's own dialog keeps the focus inside and gives it back. */
export function MenuDrawer() {
  const { t } = useTranslation();
  const drawer = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = drawer.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={drawer}
      aria-label={t('shell.menu.label')}
      onClose={closeMenus}
      onPointerDown={(event) => event.target === event.currentTarget && closeMenus()}
      className="drawer m-0 ml-auto h-dvh max-h-none w-72 max-w-[85vw] bg-surface text-text shadow-popup backdrop:bg-bg/70"
    >
      <div className="flex min-h-full flex-col gap-4 p-4">
        <IconButton icon="x" label={t('shell.menu.close')} className="self-end" onClick={closeMenus} />
        <MainNavigation tall />
        <DrawerSettings />
        <InstallButton />
        <DemoBadge />
      </div>
    </dialog>
  );
}
