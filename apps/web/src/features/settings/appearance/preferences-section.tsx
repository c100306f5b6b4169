import { isLanguage, type Language } from '@emporion/i18n';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { settingsQuery } from '#api/queries.ts';
import { changeLanguage } from '#language/i18n.ts';
import { languageNames, languages } from '#language/language-choice.ts';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useTheme } from '#ui/theme/theme.ts';
import type { SectionProps } from '../model/sections.ts';
import { SettingGroup, SettingRow } from '../rows/setting-row.tsx';
import { useChange } from '../use-change.ts';
import { ColoursRow } from './colours-row.tsx';
import { NumbersRow } from './numbers-row.tsx';

interface OtherMailLanguageProps {
  ofMails: Language;
  onSame(): void;
}

/** A device that was told a language of its own keeps to it, while the mails keep to what was chosen elsewhere. */
function OtherMailLanguage({ ofMails, onSame }: OtherMailLanguageProps) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-pretty text-warn">
      {t('settings.preferences.mailLanguage', { language: languageNames[ofMails] })}
      <Button size="small" variant="flat" className="-ml-3" onClick={onSame}>
        {t('settings.preferences.mailLanguageSame')}
      </Button>
    </p>
  );
}

function LanguageRow({ settings }: SectionProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { language: shown } = i18n;
  const choose = async (value: string): Promise<void> => {
    if (!isLanguage(value)) return;
    client.setQueryData(settingsQuery.queryKey, (before) => before && { ...before, language: value });
    await changeLanguage(value);
  };
  return (
    <SettingRow
      title={t('settings.preferences.language')}
      wide
      description={t('settings.preferences.languageHint')}
      end={
        <SelectList
          label={t('settings.preferences.language')}
          hideLabel
          className="w-44"
          options={languages.map((language) => ({ value: language, html: languageNames[language] }))}
          value={shown}
          onValueChange={(value) => void choose(value)}
        />
      }
    >
      {isLanguage(shown) && settings.language !== shown && (
        <OtherMailLanguage ofMails={settings.language} onSame={() => void choose(shown)} />
      )}
    </SettingRow>
  );
}

function ThemeRow() {
  const { t } = useTranslation();
  // What is shown here and now: an account without a theme leaves it to the device.
  const { choice } = useTheme();
  const { choose } = useChange();
  return (
    <SettingRow
      title={t('settings.preferences.theme')}
      wide
      end={
        <SegmentedControl
          label={t('settings.preferences.theme')}
          segments={(['light', 'dark', 'auto'] as const).map((value) => ({
            value,
            label: t(`shell.theme.${value}`),
          }))}
          value={choice}
          onValueChange={(theme) => void choose({ preferences: { theme } })}
        />
      }
    />
  );
}

/** The page with pictures of both, which comes back here. */
const compareInterfaces = `/interface-select?${new URLSearchParams({ redirectFrom: '/settings#preferences' })}`;

function InterfaceRow({ settings }: SectionProps) {
  const { t } = useTranslation();
  const { choose } = useChange();
  return (
    <SettingRow
      title={t('settings.preferences.interface')}
      wide
      description={
        <>
          {t('settings.preferences.interfaceHint')}{' '}
          <Link to={compareInterfaces} className="text-accent underline underline-offset-4">
            {t('settings.preferences.compareInterfaces')}
          </Link>
        </>
      }
      end={
        <SegmentedControl
          label={t('settings.preferences.interface')}
          segments={(['basic', 'advanced'] as const).map((value) => ({
            value,
            label: t(`settings.interface.${value}.title`),
          }))}
          // Until a choice is made the desk is what everybody begins with.
          value={settings.interface ?? 'advanced'}
          onValueChange={(chosen) => void choose({ interface: chosen })}
        />
      }
    />
  );
}

const switches = ['confirm_orders', 'confirm_cancel_all', 'sounds'] as const;

export function PreferencesSection({ settings }: SectionProps) {
  const { t } = useTranslation();
  const { choose } = useChange();
  return (
    <>
      <SettingGroup>
        <LanguageRow settings={settings} />
        <ThemeRow />
        <ColoursRow settings={settings} />
        <NumbersRow settings={settings} />
      </SettingGroup>
      <SettingGroup title={t('settings.preferences.trading')}>
        <InterfaceRow settings={settings} />
        <SettingRow title={t('settings.preferences.asking')}>
          <div className="flex flex-col gap-1">
            {switches.map((name) => (
              <Checkbox
                key={name}
                label={t(`settings.preferences.${name}`)}
                value={settings.preferences[name]}
                onValueChange={(on) => void choose({ preferences: { [name]: on } })}
              />
            ))}
          </div>
        </SettingRow>
      </SettingGroup>
    </>
  );
}
