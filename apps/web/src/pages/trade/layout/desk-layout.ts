export const panelNames = ['chart', 'orders', 'book', 'tape', 'form'] as const;
export type PanelName = (typeof panelNames)[number];

export interface DeskColumn {
  /** From the top down. */
  readonly panels: readonly PanelName[];
  /** In pixels. The column of the chart takes what is left and keeps this for the day when the chart leaves it. */
  readonly width: number;
}

/** Where the panels of the advanced interface stand and how large they are. */
export interface DeskLayout {
  /** From the left to the right. */
  readonly columns: readonly DeskColumn[];
  /** In pixels, of those that somebody has changed. */
  readonly heights: Readonly<Partial<Record<PanelName, number>>>;
  /** How wide the book is in a window that is too narrow for three columns. */
  readonly sideWidth: number;
}

export const columnsMax = 4;
export const widthBounds = { min: 240, max: 560 } as const;
export const heightBounds = { min: 120, max: 900 } as const;
export const sideBounds = { min: 240, max: 420 } as const;

/** A column that begins with this panel is so wide until somebody changes it. */
export const firstWidths: Readonly<Record<PanelName, number>> = {
  chart: 360,
  orders: 400,
  book: 300,
  tape: 280,
  form: 320,
};

export const firstLayout: DeskLayout = {
  columns: [
    { panels: ['chart', 'orders'], width: firstWidths.chart },
    { panels: ['book'], width: firstWidths.book },
    { panels: ['form'], width: firstWidths.form },
  ],
  heights: {},
  sideWidth: 280,
};

/** Below this a panel cannot be used: a chart without its axes, a form without its first fields. */
export const leastHeights: Readonly<Record<PanelName, number>> = {
  chart: 260,
  orders: 120,
  book: 240,
  tape: 160,
  form: 400,
};

const leastWidths: Readonly<Record<PanelName, number>> = {
  chart: 360,
  orders: 320,
  book: 240,
  tape: 240,
  form: 280,
};

/** What the columns beside the chart's may take of the narrowest window that shows a layout. */
const sidesMax = 1_060;

/** The columns with widths at which every panel can be used, the chart's included; those that ask for too much give way alike. */
export function fitColumns({ columns }: DeskLayout): readonly DeskColumn[] {
  const least = columns.map(({ panels }) => Math.max(...panels.map((name) => leastWidths[name])));
  let [wanted, needed] = [0, 0];
  const fitted = columns.map((column, at) => {
    const width = Math.max(column.width, least[at] ?? 0);
    if (!column.panels.includes('chart')) {
      wanted += width;
      needed += least[at] ?? 0;
    }
    return { ...column, width };
  });
  if (wanted <= sidesMax) return fitted;
  const share = Math.max(0, sidesMax - needed) / (wanted - needed);
  return fitted.map((column, at) => {
    const from = least[at] ?? 0;
    return { ...column, width: Math.floor(from + (column.width - from) * share) };
  });
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export function within(value: number, { min, max }: Bounds): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}

export function columnOf({ columns }: DeskLayout, panel: PanelName): number {
  return columns.findIndex(({ panels }) => panels.includes(panel));
}

/** Whether the recent trades have a place of their own, and no tab beside the book. */
export function isTapeApart(layout: DeskLayout): boolean {
  return columnOf(layout, 'tape') !== -1;
}

/** The panel that takes the height which the others of its column leave. */
export function tallestOf(panels: readonly PanelName[]): PanelName | undefined {
  return (['chart', 'book', 'tape', 'orders', 'form'] as const).find((name) => panels.includes(name));
}

export function isFirstLayout(layout: DeskLayout): boolean {
  return JSON.stringify(layout) === JSON.stringify(firstLayout);
}
