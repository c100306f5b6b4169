import type { Candle } from '@emporion/contracts/rest';
import type { ChartRenderer } from './chart-renderer.ts';

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
}

const zoomStep = 1.25;
const stretchStep = 1.15;
const longStep = 10;

const walks: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const stretches: Readonly<Record<string, number>> = { ArrowUp: 1 / stretchStep, ArrowDown: stretchStep };
const zooms: Readonly<Record<string, number>> = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep };
const pans: Readonly<Record<string, number>> = { PageUp: 0.5, PageDown: -0.5 };

/** What a key does to the chart: undefined when it means nothing here, else the candle it led to, if any. */
export function pressKey(
  renderer: ChartRenderer,
  { key, shiftKey }: KeyPress,
  { width, openMenu }: { readonly width: number; openMenu(): void },
): Candle | null | undefined {
  const { controls } = renderer;
  const [walk, stretch, zoom, pan] = [walks[key], stretches[key], zooms[key], pans[key]];
  if (walk !== undefined) return renderer.step(walk * (shiftKey ? longStep : 1));
  if (stretch !== undefined) controls.stretch(stretch);
  else if (zoom !== undefined) controls.zoom({ factor: zoom, x: width / 2 });
  else if (pan !== undefined) controls.pan(pan * width);
  else if (key === 'Home') renderer.goToOldest();
  else if (key === 'End') renderer.goToLatest();
  else if (key === 'Enter') openMenu();
  else if (key === 'Escape') controls.hover(null);
  else return undefined;
  return null;
}
