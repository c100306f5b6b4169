import { canvasFont } from '#ui/canvas/canvas-text.ts';
import { type Palette, withOpacity } from '#ui/canvas/palette.ts';

/** The colours of the chart, computed once for a palette and not at every painting. */
export function chartStyleOf(palette: Palette) {
  const { surface, border, accent, buy, sell, muted, swift, slow, slowest } = palette;
  return {
    ...palette,
    /** Behind words that lie over the picture. */
    veil: withOpacity(surface, 0.88),
    grid: withOpacity(border, 0.16),
    separator: withOpacity(border, 0.32),
    crosshair: withOpacity(muted, 0.75),
    faded: { buy: withOpacity(buy, 0.35), sell: withOpacity(sell, 0.35) },
    waiting: { buy: withOpacity(buy, 0.5), sell: withOpacity(sell, 0.5) },
    area: withOpacity(accent, 0.14),
    band: withOpacity(accent, 0.06),
    bandEdge: withOpacity(accent, 0.65),
    /** In the order of the periods. */
    averages: [swift, slow, slowest] as readonly string[],
  };
}

export type ChartStyle = ReturnType<typeof chartStyleOf>;

export const chartFont = `400 11px ${canvasFont}`;
export const strongFont = `600 11px ${canvasFont}`;
