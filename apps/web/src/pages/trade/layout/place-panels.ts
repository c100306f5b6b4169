import {
  columnOf,
  type DeskColumn,
  type DeskLayout,
  fitColumns,
  leastHeights,
  type PanelName,
  tallestOf,
} from './desk-layout.ts';

const gap = 4;
/** The line with the pair and its price stands above the chart's column. */
const statsHeight = 48;

/** Lengths of CSS; `auto` where two others decide. */
export interface Place {
  readonly left: string;
  readonly right: string;
  readonly width: string;
  readonly top: string;
  readonly bottom: string;
  readonly height: string;
}

/** What a separator makes larger, and which way its pointer must go for that. */
export type Resized =
  | { readonly what: 'width'; readonly column: number; readonly panel: PanelName; readonly grows: 1 | -1 }
  | { readonly what: 'height'; readonly panel: PanelName; readonly grows: 1 | -1 };

export interface PlacedSeparator {
  readonly id: string;
  readonly resized: Resized;
  readonly place: Place;
}

export interface PlacedDesk {
  /** In pixels: in a lower window the page scrolls. */
  readonly leastHeight: number;
  readonly stats: Place;
  readonly panels: readonly { readonly name: PanelName; readonly place: Place }[];
  readonly separators: readonly PlacedSeparator[];
}

const free = 'auto';
const px = (value: number): string => `${value}px`;

type Span = Pick<Place, 'left' | 'right' | 'width'>;

function widthTo(columns: readonly DeskColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width + gap, 0);
}

function spanOf(columns: readonly DeskColumn[], at: number, main: number): Span {
  const left = px(widthTo(columns.slice(0, at)));
  const right = px(widthTo(columns.slice(at + 1)));
  const width = px(columns[at]?.width ?? 0);
  if (at < main) return { left, right: free, width };
  return at > main ? { left: free, right, width } : { left, right, width: free };
}

/** What a column needs at least, in pixels, with the line that stands above it. */
function leastOf(panels: readonly PanelName[], top: number): number {
  return panels.reduce((all, name) => all + leastHeights[name], top + gap * (panels.length - 1));
}

function wantedHeight(panel: PanelName, { heights }: DeskLayout): string {
  const height = heights[panel];
  if (height !== undefined) return px(height);
  if (panel === 'orders') return 'clamp(200px, 30vh, 320px)';
  return panel === 'form' ? '560px' : '340px';
}

/**
 * How high a panel is that does not take the rest: what it needs, and beyond that what it wants, but no more than its
 * share of what the column can spare. So the one that takes the rest has what it needs too.
 */
function heightOf(
  panel: PanelName,
  layout: DeskLayout,
  column: { panels: readonly PanelName[]; top: number },
) {
  const { panels, top } = column;
  const least = leastHeights[panel];
  const spare = `(100% - ${leastOf(panels, top)}px) / ${Math.max(1, panels.length - 1)}`;
  return `(${least}px + max(0px, min(${wantedHeight(panel, layout)} - ${least}px, ${spare})))`;
}

function sum(first: number, lengths: readonly string[]): string {
  return lengths.length === 0
    ? px(first)
    : `calc(${[px(first + gap * lengths.length), ...lengths].join(' + ')})`;
}

interface ColumnPlace {
  readonly top: number;
  readonly span: Span;
}

function rowsOf(layout: DeskLayout, column: DeskColumn, { top, span }: ColumnPlace) {
  const { panels } = column;
  const tall = panels.indexOf(tallestOf(panels) ?? 'chart');
  const heights = panels.map((panel) => heightOf(panel, layout, { panels, top }));
  const placed = panels.map((name, row) => {
    const [above, below] = [sum(top, heights.slice(0, row)), sum(0, heights.slice(row + 1))];
    const height = `calc${heights[row]}`;
    if (row < tall) return { name, place: { ...span, top: above, bottom: free, height } };
    if (row > tall) return { name, place: { ...span, top: free, bottom: below, height } };
    return { name, place: { ...span, top: above, bottom: below, height: free } };
  });
  const separators = panels.slice(1).map((second, index): PlacedSeparator => {
    const first = panels[index] ?? second;
    const grows = index < tall ? 1 : -1;
    const panel = grows === 1 ? first : second;
    const edge =
      grows === 1
        ? { top: `calc(${sum(top, heights.slice(0, index + 1))} - ${gap}px)`, bottom: free }
        : { top: free, bottom: `calc(${sum(0, heights.slice(index + 1))} - ${gap}px)` };
    return {
      id: `${first}-${second}`,
      resized: { what: 'height', panel, grows },
      place: { ...span, ...edge, height: px(gap) },
    };
  });
  return { placed, separators };
}

function columnSeparators(columns: readonly DeskColumn[], main: number): PlacedSeparator[] {
  return columns.slice(1).map((_, at): PlacedSeparator => {
    const grows = at < main ? 1 : -1;
    const column = grows === 1 ? at : at + 1;
    const edge =
      grows === 1
        ? { left: px(widthTo(columns.slice(0, at + 1)) - gap), right: free }
        : { left: free, right: px(widthTo(columns.slice(at + 1)) - gap) };
    return {
      id: `columns-${at}`,
      resized: { what: 'width', column, panel: columns[column]?.panels[0] ?? 'chart', grows },
      place: { ...edge, width: px(gap), top: '0px', bottom: '0px', height: free },
    };
  });
}

/** A layout as lengths that a stylesheet understands: nothing is measured, so nothing jumps. */
export function placePanels(layout: DeskLayout): PlacedDesk {
  const columns = fitColumns(layout);
  const main = Math.max(0, columnOf(layout, 'chart'));
  const topOf = (at: number): number => (at === main ? statsHeight + gap : 0);
  const rows = columns.map((column, at) =>
    rowsOf(layout, column, {
      top: topOf(at),
      span: spanOf(columns, at, main),
    }),
  );
  return {
    leastHeight: Math.max(...columns.map(({ panels }, at) => leastOf(panels, topOf(at)))),
    stats: {
      ...spanOf(columns, main, main),
      top: '0px',
      bottom: free,
      height: px(statsHeight),
    },
    panels: rows.flatMap(({ placed }) => placed),
    separators: [...columnSeparators(columns, main), ...rows.flatMap(({ separators }) => separators)],
  };
}
