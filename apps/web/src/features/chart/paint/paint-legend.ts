import { periods } from '../chart-settings.ts';
import { at } from '../model/bar-series.ts';
import type { LegendRow } from '../model/order-lines.ts';
import type { ChartStyle } from '../renderer/chart-style.ts';
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
  readonly right: number;
  /** What does not fit into these is left out. */
  readonly rowsMax: number;
}

interface PlacedWord extends Word {
  readonly x: number;
  readonly row: number;
  readonly nameWidth: number;
  readonly width: number;
}

/** Words in rows, broken where the plot ends. */
function placeWords(context: Context, { words, right, rowsMax }: Rows): PlacedWord[] {
  const placed: PlacedWord[] = [];
  let [x, row] = [left, 0];
  for (const word of words) {
    const nameWidth = word.name === '' ? 0 : widthOf(context, `${word.name} `);
    const width = nameWidth + widthOf(context, word.value);
    if (x > left && x + width > right) {
      x = left;
      row += 1;
    }
    if (row >= rowsMax) break;
    placed.push({ ...word, x, row, nameWidth, width });
    x += width + gap;
  }
  return placed;
}

/** Answers with where each row ends. */
function paintWords(
  context: Context,
  { top, style, ...rows }: Rows & { readonly top: number; readonly style: ChartStyle },
): number[] {
  const placed = placeWords(context, rows);
  const ends: number[] = [];
  for (const { x, row, width } of placed) ends[row] = x + width + 3;
  context.fillStyle = style.veil;
  ends.forEach((end, row) => {
    context.fillRect(left - 3, top + row * rowHeight, end - left + 3, rowHeight);
  });
  context.textAlign = 'left';
  for (const { name, value, colour, x, row, nameWidth } of placed) {
    const y = top + row * rowHeight + 12;
    context.fillStyle = style.muted;
    if (name !== '') context.fillText(name, x, y);
    context.fillStyle = colour;
    context.fillText(value, x + nameWidth, y);
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

/** Of the price, without what was traded within the candle: that comes and goes with the pointer. */
function lastingWords(index: number, data: ChartData, input: RenderInput): Word[] {
  return [...priceWords(index, data, input), ...overlayWords(index, data, input)];
}

const legendTop = 5;
/** On a phone, two lines: more would cover the candles. */
const narrowPlot = 400;

/** Where the plot ends for words, and how many rows of them it bears: a low picture is not to be covered by its own legend. */
function roomOf({ plotWidth, price }: Pick<Scene, 'plotWidth' | 'price'>): Omit<Rows, 'words'> {
  const rows = Math.max(Math.floor(price.bottom / 90), 1);
  return { right: plotWidth - 4, rowsMax: Math.min(rows, plotWidth < narrowPlot ? 2 : 4) };
}

/** How far down the legend of the price reaches, so that the candles can begin below it. */
export function legendBottom(
  context: Context,
  scene: Pick<Scene, 'plotWidth' | 'price'>,
  { data, input }: { data: ChartData; input: RenderInput },
): number {
  const words = lastingWords(data.series.length - 1, data, input);
  const rows = (placeWords(context, { words, ...roomOf(scene) }).at(-1)?.row ?? -1) + 1;
  return legendTop + rows * rowHeight + 3;
}

/** The figures of one candle: of the price above it, of each indicator in its own pane. Answers with what those of the price take. */
export function paintLegend(
  context: Context,
  scene: Scene,
  { index, data, input }: { index: number; data: ChartData; input: RenderInput },
): LegendRow[] {
  const { style } = input;
  const room = roomOf(scene);
  const single = { ...room, rowsMax: 1, style };
  const words = [...lastingWords(index, data, input), ...fillWords(index, data, input)];
  const ends = paintWords(context, { words, ...room, top: legendTop, style });
  const { strength, line, signal, histogram } = data.studies;
  if (scene.rsi !== null) {
    const value = at(strength, index);
    const shown = Number.isNaN(value) ? '' : input.numbers.plain(value);
    const rsi = [{ name: `RSI ${periods.rsi}`, value: shown, colour: style.accent }];
    paintWords(context, { words: rsi, top: scene.rsi.top + 4, ...single });
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
    paintWords(context, { words: macd, top: scene.macd.top + 4, ...single });
  }
  return ends.map((end, row) => ({ bottom: legendTop + (row + 1) * rowHeight, right: end }));
}
