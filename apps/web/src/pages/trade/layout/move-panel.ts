import {
  columnOf,
  columnsMax,
  type DeskColumn,
  type DeskLayout,
  firstWidths,
  isTapeApart,
  type PanelName,
} from './desk-layout.ts';

export const edges = ['above', 'below', 'left', 'right'] as const;
export type Edge = (typeof edges)[number];

export interface Drop {
  readonly target: PanelName;
  readonly edge: Edge;
}

function without(columns: readonly DeskColumn[], panel: PanelName): DeskColumn[] {
  return columns
    .map((column) => ({ ...column, panels: column.panels.filter((name) => name !== panel) }))
    .filter(({ panels }) => panels.length > 0);
}

/** Puts a panel beside another one. Null where it stands there already, or where there is no room for one more column. */
export function dropPanel(layout: DeskLayout, panel: PanelName, { target, edge }: Drop): DeskLayout | null {
  if (panel === target) return null;
  const home = layout.columns[columnOf(layout, panel)];
  const rest = without(layout.columns, panel);
  const at = rest.findIndex(({ panels }) => panels.includes(target));
  const column = rest[at];
  if (column === undefined) return null;
  let columns: DeskColumn[];
  if (edge === 'above' || edge === 'below') {
    const row = column.panels.indexOf(target) + (edge === 'above' ? 0 : 1);
    columns = rest.with(at, { ...column, panels: column.panels.toSpliced(row, 0, panel) });
  } else {
    if (rest.length >= columnsMax) return null;
    // Whoever had a column for itself takes its width along.
    const width = home?.panels.length === 1 ? home.width : firstWidths[panel];
    columns = rest.toSpliced(edge === 'left' ? at : at + 1, 0, { panels: [panel], width });
  }
  const moved = { ...layout, columns };
  return JSON.stringify(moved) === JSON.stringify(layout) ? null : moved;
}

export const ways = ['left', 'right', 'up', 'down'] as const;
export type Way = (typeof ways)[number];

/** Where one step leads. A panel that has a column for itself changes places with the next column; others join it. */
function dropAfter({ columns }: DeskLayout, panel: PanelName, way: Way): Drop | null {
  const at = columns.findIndex(({ panels }) => panels.includes(panel));
  const own = columns[at]?.panels ?? [];
  const row = own.indexOf(panel);
  if (way === 'up' || way === 'down') {
    const target = own[way === 'up' ? row - 1 : row + 1];
    return target === undefined ? null : { target, edge: way === 'up' ? 'above' : 'below' };
  }
  const [beside] = columns[way === 'left' ? at - 1 : at + 1]?.panels.toReversed() ?? [];
  if (own.length === 1) return beside === undefined ? null : { target: beside, edge: way };
  if (beside !== undefined) return { target: beside, edge: 'below' };
  const neighbour = own.find((name) => name !== panel);
  return neighbour === undefined ? null : { target: neighbour, edge: way };
}

/** One step; null where it leads nowhere. */
export function movePanel(layout: DeskLayout, panel: PanelName, way: Way): DeskLayout | null {
  const drop = dropAfter(layout, panel, way);
  return drop === null ? null : dropPanel(layout, panel, drop);
}

/** Gives the recent trades a place below the book, or takes it away again. */
export function setTapeApart(layout: DeskLayout, apart: boolean): DeskLayout {
  if (isTapeApart(layout) === apart) return layout;
  if (!apart) return { ...layout, columns: without(layout.columns, 'tape') };
  return dropPanel(layout, 'tape', { target: 'book', edge: 'below' }) ?? layout;
}
