import type { Candle } from '@emporion/contracts/rest';
import { useThrottled } from '#live/use-throttled.ts';
import type { Candles } from '#market/candles-state.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { CandleHistory } from './candle-history.ts';
import type { TimeTexts } from './chart-time.ts';
import type { ChartNumbers } from './renderer/render-input.ts';

/** Read aloud, more would only be noise. */
const rowsMax = 10;
const figures = ['open', 'high', 'low', 'close'] as const;

const latest = ({ list }: Candles): readonly Candle[] => list.slice(-rowsMax);

export interface ChartTableProps {
  readonly caption: string;
  readonly history: CandleHistory;
  readonly numbers: ChartNumbers;
  readonly times: TimeTexts;
}

/** What the picture shows, for those who cannot see it: the latest candles, at most once a second. */
export function ChartTable({ caption, history, numbers, times }: ChartTableProps) {
  const { t } = useTranslation();
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('market.tape.time')}</th>
            {figures.map((name) => (
              <th key={name} scope="col">
                {t(`market.chart.${name}`)}
              </th>
            ))}
            <th scope="col">{t('market.chart.volume')}</th>
          </tr>
        </thead>
        <tbody>
          {useThrottled(history, latest).map((candle) => (
            <tr key={candle.time}>
              <th scope="row">{times.digits(candle.time)}</th>
              {figures.map((name) => (
                <td key={name}>{numbers.price(candle[name])}</td>
              ))}
              <td>{numbers.volume(candle.volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
