import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type ThemeChoice, themeChoices, useTheme } from '#ui/theme/theme.ts';

const icons: Readonly<Record<ThemeChoice, IconName>> = { light: 'sun', dark: 'moon', auto: 'monitor' };

export function ThemeMenu({ align = 'end' }: { align?: 'start' | 'end' }) {
  const { t } = useTranslation();
  const { choice, setTheme } = useTheme();
  const entries: MenuEntry[] = themeChoices.map((theme) => ({
    kind: 'choice',
    label: t(`shell.theme.${theme}`),
    icon: icons[theme],
    checked: theme === choice,
    onSelect: () => setTheme(theme),
  }));
  return (
    <DropdownMenu
      label={t('shell.theme.label', { name: t(`shell.theme.${choice}`) })}
      entries={entries}
      align={align}
    >
      <Icon name={icons[choice]} size={16} />
    </DropdownMenu>
  );
}
