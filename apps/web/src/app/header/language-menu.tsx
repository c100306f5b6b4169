import { isLanguage } from '@emporion/i18n';
import { changeLanguage } from '#language/i18n.ts';
import { languageNames, languages } from '#language/language-choice.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

export function LanguageMenu({ align = 'end' }: { align?: 'start' | 'end' }) {
  const { t, i18n } = useTranslation();
  const shown = isLanguage(i18n.language) ? i18n.language : 'en';
  const entries: MenuEntry[] = languages.map((language) => ({
    kind: 'choice',
    label: languageNames[language],
    lang: language,
    checked: language === shown,
    onSelect: () => void changeLanguage(language),
  }));
  return (
    <DropdownMenu label={t('shell.language', { name: languageNames[shown] })} entries={entries} align={align}>
      <Icon name="globe" size={16} />
      <span className="uppercase">{shown}</span>
    </DropdownMenu>
  );
}
