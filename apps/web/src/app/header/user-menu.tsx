import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '#api/queries.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { closeSettingsMenu, toggleSettingsMenu, useMenuStore } from '#ui/menu/menu-store.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { askToLogOut } from '../logout/ask-to-log-out.ts';

/** The logged-in user's menu. It shows only when the profile has a username. */
export function UserMenu() {
  const { t } = useTranslation();
  const profile = useQuery(profileQuery);
  const open = useMenuStore(({ settingsOpen }) => settingsOpen);
  if (profile.isPending) return <Skeleton className="h-8 w-8 sm:w-24" />;
  const username = profile.data?.user.username;
  if (!username) return null;

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
      <span className="max-w-32 truncate max-sm:sr-only">{username}</span>
      <Icon name="chevron-down" size={14} className="max-sm:hidden" />
    </DropdownMenu>
  );
}
