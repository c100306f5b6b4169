import { type Timeframe, timeframes } from '@emporion/contracts/rest';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu } from '#ui/menu/dropdown-menu.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type ChartSettings, chartStyles } from './chart-settings.ts';
import { IndicatorMenu } from './indicator-menu.tsx';

export type ChartTab = 'price' | 'depth';

export interface ChartToolbarProps {
  readonly tab: ChartTab;
  readonly onTab: (tab: ChartTab) => void;
  readonly settings: ChartSettings;
  readonly onChange: (part: Partial<ChartSettings>) => void;
}

/** Segments as narrow as their words, for nine of them stand in a row. */
const narrow = '[&_.segment-label]:px-2 [&_.segment]:flex-none';

/** Where nine segments have no room, the chosen timeframe and the others behind it. */
function TimeframeMenu({ settings, onChange }: Pick<ChartToolbarProps, 'settings' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <span className="@min-[44rem]:hidden">
      <DropdownMenu
        label={`${t('market.chart.timeframe')}: ${settings.timeframe}`}
        align="start"
        entries={timeframes.map((timeframe) => ({
          kind: 'choice' as const,
          label: timeframe,
          checked: timeframe === settings.timeframe,
          onSelect: () => onChange({ timeframe }),
        }))}
      >
        <span aria-hidden="true">{settings.timeframe}</span>
        <Icon name="chevron-down" size={14} />
      </DropdownMenu>
    </span>
  );
}

function StyleMenu({ settings, onChange }: Pick<ChartToolbarProps, 'settings' | 'onChange'>) {
  const { t } = useTranslation();
  const name = t(`market.chart.${settings.style}`);
  return (
    <DropdownMenu
      label={t('market.chart.style', { name })}
      entries={chartStyles.map((style) => ({
        kind: 'choice' as const,
        label: t(`market.chart.${style}`),
        checked: style === settings.style,
        onSelect: () => onChange({ style }),
      }))}
    >
      {/* Long words of some languages would make a second line of it. */}
      <span aria-hidden="true" className="@max-[28rem]:hidden">
        {name}
      </span>
      <Icon name="chart-candlestick" size={18} className="@min-[28rem]:hidden" />
      <Icon name="chevron-down" size={14} />
    </DropdownMenu>
  );
}

/** What the chart shows: price or depth, and of the price which timeframe, in which style, with what indicators. */
export function ChartToolbar({ tab, onTab, settings, onChange }: ChartToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className="chart-toolbar flex flex-wrap items-center gap-x-2 gap-y-1 border-b hairline px-2 py-1 max-md:gap-x-0 max-md:border-t max-md:border-b-0">
      <SegmentedControl<ChartTab>
        label={t('market.chart.panels')}
        className={narrow}
        value={tab}
        onValueChange={onTab}
        segments={[
          { value: 'price', label: t('market.chart.priceTab') },
          { value: 'depth', label: t('market.chart.depthTab') },
        ]}
      />
      {tab === 'price' && (
        <>
          <TimeframeMenu settings={settings} onChange={onChange} />
          <div className="hidden @min-[44rem]:block">
            <SegmentedControl<Timeframe>
              label={t('market.chart.timeframe')}
              className={narrow}
              value={settings.timeframe}
              onValueChange={(timeframe) => onChange({ timeframe })}
              segments={timeframes.map((value) => ({ value, label: value }))}
            />
          </div>
          <span className="ml-auto flex items-center">
            <StyleMenu settings={settings} onChange={onChange} />
            <IndicatorMenu settings={settings} onChange={onChange} />
          </span>
        </>
      )}
    </div>
  );
}
