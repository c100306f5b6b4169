import { formatDecimal } from '@emporion/kernel';
import { useTranslation } from 'react-i18next';
import { Amount } from '#ui/number/amount.tsx';
import { type MarketPair, priceDecimals } from '../market/market-pair.ts';
import { usePalette } from '../market/palette.ts';
import { toUnits } from '../market/units.ts';
import type { Bar } from './bars.ts';
import { type ChartSettings, periods } from './chart-settings.ts';
import { averageColours } from './layers.ts';

export interface ChartLegendProps {
  readonly pair: MarketPair;
  /** The bar under the crosshair, or else the last. */
  readonly bar: Bar;
  readonly averages: readonly (number | null)[];
  readonly settings: ChartSettings;
}

/** In percent of the opening price, cut to two decimals. */
export function changeOf({ candle }: Pick<Bar, 'candle'>): string {
  const open = toUnits(candle.open);
  return open === 0n ? '0' : formatDecimal(((toUnits(candle.close) - open) * 10_000n) / open, 2);
}

/** The figures of one bar, above the chart and never in its way. */
export function ChartLegend({ pair, bar, averages, settings }: ChartLegendProps) {
  const { t } = useTranslation();
  const palette = usePalette();
  const decimals = priceDecimals(pair);
  const { candle } = bar;
  const tone = bar.close >= bar.open ? 'text-buy' : 'text-sell';
  const figures = [
    { name: t('market.chart.open'), value: candle.open },
    { name: t('market.chart.high'), value: candle.high },
    { name: t('market.chart.low'), value: candle.low },
    { name: t('market.chart.close'), value: candle.close },
  ];
  return (
    <div className="pointer-events-none absolute top-1 right-20 left-2 z-10 flex flex-wrap gap-x-3 text-xs text-muted">
      {figures.map(({ name, value }) => (
        <span key={name}>
          {`${name} `}
          <Amount value={value} decimals={decimals} dimZeros={false} className={tone} />
        </span>
      ))}
      <Amount value={changeOf(bar)} decimals={2} signed dimZeros={false} unit="%" />
      {settings.indicators.includes('volume') && (
        <span className="hidden @min-[36rem]:inline">
          {`${t('market.chart.volume')} `}
          <Amount value={candle.volume} decimals={3} dimZeros={false} className="text-text" />
        </span>
      )}
      {settings.indicators.includes('average') &&
        periods.average.map((period, index) => {
          const value = averages[index];
          if (value === null || value === undefined) return null;
          return (
            <span
              key={period}
              className="num hidden @min-[44rem]:inline"
              ref={(one) => one?.style.setProperty('color', averageColours(palette)[index] ?? '')}
            >
              {`MA${period} `}
              <Amount value={value.toFixed(decimals)} decimals={decimals} dimZeros={false} />
            </span>
          );
        })}
    </div>
  );
}
