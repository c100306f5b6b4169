import { numberStyleFor } from '#preferences/appearance.ts';
import { SelectList } from '#ui/field/select-list.tsx';
import { numberStyles } from '#ui/number/number-style.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { SectionProps } from '../model/sections.ts';
import { SettingRow } from '../rows/setting-row.tsx';
import { useChange } from '../use-change.ts';

const choices = ['language', 'comma_point', 'point_comma', 'space_comma'] as const;
type Choice = (typeof choices)[number];

function exampleOf(choice: Choice, language: string): string {
  const { group, point } = numberStyles[numberStyleFor(choice, language)];
  return `1${group}234${group}567${point}89`;
}

export function NumbersRow({ settings }: SectionProps) {
  const { t, i18n } = useTranslation();
  const { choose } = useChange();
  const options = choices.map((value) => {
    const example = exampleOf(value, i18n.language);
    return {
      value,
      html: value === 'language' ? t('settings.preferences.numbersLanguage', { example }) : example,
    };
  });
  const change = (value: string): void => {
    const chosen = choices.find((choice) => choice === value);
    if (chosen !== undefined) void choose({ preferences: { number_format: chosen } });
  };
  return (
    <SettingRow
      title={t('settings.preferences.numbers')}
      wide
      end={
        <SelectList
          label={t('settings.preferences.numbers')}
          hideLabel
          className="w-80 max-w-full"
          options={options}
          value={settings.preferences.number_format}
          onValueChange={change}
        />
      }
    />
  );
}
