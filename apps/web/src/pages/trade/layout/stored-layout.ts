import {
  type Bounds,
  columnsMax,
  type DeskColumn,
  type DeskLayout,
  firstLayout,
  heightBounds,
  type PanelName,
  panelNames,
  sideBounds,
  widthBounds,
} from './desk-layout.ts';

/** Another number once layouts are written otherwise; what an older version wrote then begins anew. */
const version = 1;

type Parsed = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSize(value: unknown, { min, max }: Bounds): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function isPanel(value: unknown): value is PanelName {
  return panelNames.some((name) => name === value);
}

function isColumn(value: unknown): value is DeskColumn {
  if (!isRecord(value)) return false;
  const { panels, width } = value;
  return Array.isArray(panels) && panels.length > 0 && panels.every(isPanel) && isSize(width, widthBounds);
}

/** Every panel once. The recent trades may be absent: they stand behind a tab of the book then. */
function isComplete(columns: readonly DeskColumn[]): boolean {
  const shown = columns.flatMap(({ panels }) => panels);
  const needed = panelNames.filter((name) => name !== 'tape');
  return new Set(shown).size === shown.length && needed.every((name) => shown.includes(name));
}

function isHeights(value: unknown): value is DeskLayout['heights'] {
  return (
    isRecord(value) &&
    Object.entries(value).every(([name, height]) => isPanel(name) && isSize(height, heightBounds))
  );
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

export function writeLayout({ columns, heights, sideWidth }: DeskLayout): string {
  return JSON.stringify({ version, columns, heights, sideWidth });
}

/** A layout that is not whole is no layout: half of one could hide a panel from its owner. */
export function readLayout(text: string | null): DeskLayout {
  const stored = parse(text);
  if (!isRecord(stored) || stored.version !== version) return firstLayout;
  const { columns, heights, sideWidth } = stored;
  if (!Array.isArray(columns) || columns.length > columnsMax || !columns.every(isColumn)) return firstLayout;
  if (!isComplete(columns) || !isHeights(heights) || !isSize(sideWidth, sideBounds)) return firstLayout;
  return {
    columns: columns.map(({ panels, width }) => ({ panels, width })),
    heights,
    sideWidth,
  };
}
