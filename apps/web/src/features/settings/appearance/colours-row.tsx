import { formatNumber } from '#ui/number/format-number.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { inPercent } from '#ui/number/percent.ts';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { colourSets } from '#ui/theme/colours.ts';
import type { SectionProps } from '../model/sections.ts';
import { SettingRow } from '../rows/setting-row.tsx';
import { useChange } from '../use-change.ts';

const gain = '2.41';
const loss = '0.87';
const format = { decimals: 2 };

/** The two sets for gains and losses, with what they look like now. */
export function ColoursRow({ settings }: SectionProps) {
  const { t } = useTranslation();
  const { choose } = useChange();
  useNumberStyle();
  return (
    <SettingRow
      title={t('settings.preferences.colours')}
      wide
      description={t('settings.preferences.coloursHint')}
      end={
        <SegmentedControl
          label={t('settings.preferences.colours')}
          segments={colourSets.map((value) => ({ value, label: t(`settings.preferences.${value}`) }))}
          value={settings.preferences.colours}
          onValueChange={(colours) => void choose({ preferences: { colours } })}
        />
      }
    >
      <p className="num flex gap-4" aria-hidden="true">
        <span className="text-buy">{inPercent(`▲ +${formatNumber(gain, format)}`)}</span>
        <span className="text-sell">{inPercent(`▼ −${formatNumber(loss, format)}`)}</span>
      </p>
    </SettingRow>
  );
}
