import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#api/queries.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { closeSettingsMenu, toggleSettingsMenu, useMenuStore } from '#ui/menu/menu-store.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { askToLogOut } from '../logout/logout-confirmation.tsx';

/** Stands in for the menu, so that nobody is left logged in without a way out. */
function LogOutButton() {
  const { t } = useTranslation();
  return (
    <Button size="small" variant="flat" color="black" onClick={() => askToLogOut(t)}>
      <Icon name="log-out" size={16} />
      <span className="max-md:sr-only">{t('shell.user.logout')}</span>
    </Button>
  );
}

/** The logged-in user's menu. It can be opened before the name is here, and gives way where there is none. */
export function UserMenu() {
  const { t } = useTranslation();
  const profile = useQuery(profileQuery);
  const open = useMenuStore(({ settingsOpen }) => settingsOpen);
  const username = profile.data?.user.username;
  // A profile that could not be read is asked for again, which is no reason to take the way out away meanwhile.
  const isAwaited = profile.isPending && profile.errorUpdateCount === 0;
  if (!username && !isAwaited) return <LogOutButton />;

  const entries: MenuEntry[] = [
    { kind: 'link', label: t('shell.user.settings'), icon: 'settings', to: '/settings' },
    { kind: 'link', label: t('shell.user.support'), icon: 'life-buoy', to: '/support', newTab: true },
    { kind: 'separator', id: 'before-logout' },
    { kind: 'action', label: t('shell.user.logout'), icon: 'log-out', onSelect: () => askToLogOut(t) },
  ];
  return (
    <DropdownMenu
      label={t('shell.user.label')}
      entries={entries}
      open={open}
      onOpenChange={(next) => (next ? toggleSettingsMenu() : closeSettingsMenu())}
    >
      <Icon name="user" size={16} />
      <span className="max-w-32 truncate group-data-trading/header:lg:max-[80rem]:max-w-16 max-md:sr-only">
        {username ?? <Skeleton className="h-3 w-14" />}
      </span>
      <Icon name="chevron-down" size={14} className="max-md:hidden" />
    </DropdownMenu>
  );
}
