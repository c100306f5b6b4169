export interface Band {
  readonly top: number;
  readonly bottom: number;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** Where the plot ends and the price axis begins. */
  readonly plotWidth: number;
  readonly price: Band;
  readonly rsi: Band | null;
  readonly macd: Band | null;
  /** Where the plot ends and the time axis begins. */
  readonly plotBottom: number;
}

export const timeAxisHeight = 24;
const paneShare = 0.2;
const paneHeightMin = 44;
const paneHeightMax = 130;

export interface LayoutParts {
  readonly width: number;
  readonly height: number;
  readonly axisWidth: number;
  readonly panes: { readonly rsi: boolean; readonly macd: boolean };
}

/** The price on top, the indicators with a scale of their own below it, axes at the right and at the bottom. */
export function layoutChart({ width, height, axisWidth, panes }: LayoutParts): ChartLayout {
  const plotBottom = Math.max(height - timeAxisHeight, 1);
  const share = Math.round(Math.min(Math.max(plotBottom * paneShare, paneHeightMin), paneHeightMax));
  const count = Number(panes.rsi) + Number(panes.macd);
  const priceBottom = Math.max(plotBottom - count * share, 1);
  const rsi = panes.rsi ? { top: priceBottom, bottom: priceBottom + share } : null;
  const macd = panes.macd ? { top: plotBottom - share, bottom: plotBottom } : null;
  const plotWidth = Math.max(width - axisWidth, 1);
  return { width, height, plotWidth, price: { top: 0, bottom: priceBottom }, rsi, macd, plotBottom };
}
