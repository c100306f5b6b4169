import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '@emporion/web/ui/menu/dropdown-menu.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { themeChoices, useTheme } from '@emporion/web/ui/theme/theme.ts';
import { roleNames } from '#staff/role-names.ts';
import { logOut } from './log-out.ts';
import { useMe } from './me.ts';

export function AccountMenu() {
  const { t } = useTranslation();
  const { username, roles } = useMe();
  const { choice, setTheme } = useTheme();
  const entries: MenuEntry[] = [
    ...themeChoices.map((theme) => ({
      kind: 'choice' as const,
      label: t(`shell.theme.${theme}`),
      checked: theme === choice,
      onSelect: () => setTheme(theme),
    })),
    { kind: 'action', label: 'Log out', icon: 'log-out', onSelect: () => void logOut() },
  ];
  return (
    <DropdownMenu label={`Account of ${username}`} entries={entries}>
      <Icon name="user" size={16} />
      <span className="max-md:hidden">{username}</span>
      <span className="text-muted max-lg:hidden">{roles.map((role) => roleNames[role]).join(', ')}</span>
    </DropdownMenu>
  );
}
