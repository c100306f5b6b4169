import { autoLogoutChoices } from '@emporion/contracts/rest';
import { SelectList } from '#ui/field/select-list.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { SectionProps } from '../model/sections.ts';
import { SettingRow } from '../rows/setting-row.tsx';
import { useChange } from '../use-change.ts';

function lengthText(seconds: number, language: string): string {
  const hours = seconds >= 3_600;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: hours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(seconds / (hours ? 3_600 : 60));
}

export function AutoLogoutRow({ settings }: SectionProps) {
  const { t, i18n } = useTranslation();
  const { choose } = useChange();
  const options = autoLogoutChoices.map((seconds) => ({
    value: String(seconds),
    html: seconds === 0 ? t('settings.security.autoLogoutNever') : lengthText(seconds, i18n.language),
  }));
  const change = (value: string): void => {
    const seconds = autoLogoutChoices.find((choice) => String(choice) === value);
    if (seconds !== undefined) void choose({ auto_logout_timeout: seconds });
  };
  return (
    <SettingRow
      title={t('settings.security.autoLogout')}
      wide
      description={t('settings.security.autoLogoutHint')}
      end={
        <SelectList
          label={t('settings.security.autoLogout')}
          hideLabel
          className="w-44"
          options={options}
          value={String(settings.auto_logout_timeout)}
          onValueChange={change}
        />
      }
    />
  );
}
