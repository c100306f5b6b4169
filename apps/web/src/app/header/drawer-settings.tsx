import { changeLanguage } from '#language/i18n.ts';
import { languageNames, languages } from '#language/language-choice.ts';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { themeChoices, useTheme } from '#ui/theme/theme.ts';

/** Language and theme laid open: a menu within the drawer would be a menu too many. */
export function DrawerSettings() {
  const { t, i18n } = useTranslation();
  const { choice, setTheme } = useTheme();
  return (
    <div className="flex flex-col gap-4 border-t hairline pt-4">
      <fieldset>
        <legend className="mb-2 text-muted">{t('shell.menu.language')}</legend>
        <div className="grid grid-cols-2 gap-1">
          {languages.map((language) => (
            <button
              key={language}
              type="button"
              lang={language}
              aria-pressed={language === i18n.language}
              className="min-h-11 rounded-md px-3 text-start text-base hover:bg-raised aria-pressed:bg-raised aria-pressed:font-semibold"
              onClick={() => void changeLanguage(language)}
            >
              {languageNames[language]}
            </button>
          ))}
        </div>
      </fieldset>
      <div>
        <p className="mb-2 text-muted">{t('shell.menu.theme')}</p>
        <SegmentedControl
          label={t('shell.menu.theme')}
          segments={themeChoices.map((theme) => ({ value: theme, label: t(`shell.theme.${theme}`) }))}
          value={choice}
          onValueChange={setTheme}
        />
      </div>
    </div>
  );
}
