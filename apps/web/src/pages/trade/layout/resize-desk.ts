import {
  type Bounds,
  type DeskLayout,
  firstLayout,
  firstWidths,
  heightBounds,
  widthBounds,
  within,
} from './desk-layout.ts';
import type { Resized } from './place-panels.ts';

export function boundsOf({ what }: Resized): Bounds {
  return what === 'width' ? widthBounds : heightBounds;
}

/** The layout with another width of a column, or another height of a panel, within bounds. */
export function resizeDesk(layout: DeskLayout, resized: Resized, size: number): DeskLayout {
  const next = within(size, boundsOf(resized));
  if (resized.what === 'height') {
    return { ...layout, heights: { ...layout.heights, [resized.panel]: next } };
  }
  const column = layout.columns[resized.column];
  if (column === undefined) return layout;
  return { ...layout, columns: layout.columns.with(resized.column, { ...column, width: next }) };
}

/** The layout with that size as it was in the beginning. */
export function restoreSize(layout: DeskLayout, resized: Resized): DeskLayout {
  if (resized.what === 'width') return resizeDesk(layout, resized, firstWidths[resized.panel]);
  const { [resized.panel]: _forgotten, ...heights } = layout.heights;
  return { ...layout, heights: { ...firstLayout.heights, ...heights } };
}
