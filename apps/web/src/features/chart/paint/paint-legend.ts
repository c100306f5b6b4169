import { periods } from '../chart-settings.ts';
import { at } from '../model/bar-series.ts';
import type { LegendRow } from '../model/order-lines.ts';
import { type ChartStyle, chartFont } from '../renderer/chart-style.ts';
import type { RenderInput } from '../renderer/render-input.ts';
import type { ChartData, Scene } from '../renderer/scene.ts';
import type { Context } from './paint-lines.ts';
import { widthOf } from './text-width.ts';

interface Word {
  readonly name: string;
  readonly value: string;
  readonly colour: string;
}

const rowHeight = 16;
const gap = 10;
const left = 8;

interface Rows {
  readonly words: readonly Word[];
  readonly top: number;
  readonly right: number;
  /** What does not fit into these is left out. */
  readonly rowsMax: number;
  readonly style: ChartStyle;
}

/** Words in rows, broken where the plot ends. Answers with where each row ends. */
function paintWords(context: Context, { words, top, right, rowsMax, style }: Rows): number[] {
  const ends: number[] = [];
  context.font = chartFont;
  context.textAlign = 'left';
  let [x, y] = [left, top];
  for (const { name, value, colour } of words) {
    const nameWidth = name === '' ? 0 : widthOf(context, `${name} `);
    const width = nameWidth + widthOf(context, value);
    if (x > left && x + width > right) {
      x = left;
      y += rowHeight;
    }
    if (y >= top + rowsMax * rowHeight) return ends;
    context.fillStyle = style.veil;
    context.fillRect(x - 3, y, width + 6, rowHeight);
    context.fillStyle = style.muted;
    if (name !== '') context.fillText(name, x, y + 12);
    context.fillStyle = colour;
    context.fillText(value, x + nameWidth, y + 12);
    ends[(y - top) / rowHeight] = x + width + 3;
    x += width + gap;
  }
  return ends;
}

/** What an indicator says of a candle; nothing where it has nothing to say. */
function studyWord(
  name: string,
  value: number,
  { colour, input }: { colour: string; input: RenderInput },
): Word[] {
  return Number.isNaN(value) ? [] : [{ name, value: input.numbers.price(value), colour }];
}

function priceWords(index: number, data: ChartData, input: RenderInput): Word[] {
  const { style, numbers, words, settings } = input;
  const candle = data.series.candles[index];
  if (candle === undefined) return [];
  const [open, close] = [at(data.series.open, index), at(data.series.close, index)];
  const colour = close >= open ? style.buy : style.sell;
  const list: Word[] = (['open', 'high', 'low', 'close'] as const).map((name) => ({
    name: words[name],
    value: numbers.price(candle[name]),
    colour,
  }));
  list.push({ name: '', value: numbers.percent(open === 0 ? 0 : ((close - open) / open) * 100), colour });
  if (settings.indicators.includes('volume'))
    list.push({ name: words.volume, value: numbers.volume(candle.volume), colour: style.text });
  return list;
}

function overlayWords(index: number, { studies }: ChartData, input: RenderInput): Word[] {
  const { style, settings } = input;
  const list: Word[] = [];
  if (settings.indicators.includes('average'))
    for (const [which, period] of periods.average.entries()) {
      const colour = style.averages[which] ?? style.muted;
      list.push(
        ...studyWord(`MA${period}`, at(studies.averages[which] ?? studies.upper, index), { colour, input }),
      );
    }
  if (settings.indicators.includes('bollinger'))
    for (const [name, column] of [
      ['BB ↑', studies.upper],
      ['BB', studies.middle],
      ['BB ↓', studies.lower],
    ] as const)
      list.push(...studyWord(name, at(column, index), { colour: style.accent, input }));
  return list;
}

function fillWords(index: number, { marks }: ChartData, { style, numbers }: RenderInput): Word[] {
  return marks
    .filter((mark) => mark.index === index)
    .flatMap((mark) =>
      mark.fills.slice(0, 3).map(({ quantity, price }) => ({
        name: mark.side === 'buy' ? '▲' : '▼',
        value: `${numbers.quantity(quantity)} × ${numbers.price(price)}`,
        colour: style[mark.side],
      })),
    );
}

/** The figures of one candle: of the price above it, of each indicator in its own pane. Answers with what those of the price take. */
export function paintLegend(
  context: Context,
  scene: Scene,
  { index, data, input }: { index: number; data: ChartData; input: RenderInput },
): LegendRow[] {
  const { style } = input;
  const right = scene.plotWidth - 4;
  const words = [
    ...priceWords(index, data, input),
    ...overlayWords(index, data, input),
    ...fillWords(index, data, input),
  ];
  // A low picture is not to be covered by its own legend.
  const rowsMax = Math.min(Math.max(Math.floor(scene.price.bottom / 90), 1), 4);
  const top = 5;
  const ends = paintWords(context, { words, top, right, rowsMax, style });
  const { strength, line, signal, histogram } = data.studies;
  if (scene.rsi !== null) {
    const value = at(strength, index);
    const shown = Number.isNaN(value) ? '' : input.numbers.plain(value);
    const rsi = [{ name: `RSI ${periods.rsi}`, value: shown, colour: style.accent }];
    paintWords(context, { words: rsi, top: scene.rsi.top + 4, right, rowsMax: 1, style });
  }
  if (scene.macd !== null) {
    const colour = at(histogram, index) >= 0 ? style.buy : style.sell;
    const macd = [
      ...studyWord(`MACD ${Object.values(periods.macd).join(' ')}`, at(line, index), {
        colour: style.accent,
        input,
      }),
      ...studyWord('', at(signal, index), { colour: style.warn, input }),
      ...studyWord('', at(histogram, index), { colour, input }),
    ];
    paintWords(context, { words: macd, top: scene.macd.top + 4, right, rowsMax: 1, style });
  }
  return ends.map((end, row) => ({ bottom: top + (row + 1) * rowHeight, right: end }));
}
