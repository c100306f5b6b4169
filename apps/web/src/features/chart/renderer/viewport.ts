import {
  afterNewBars,
  firstView,
  isAway,
  panView,
  type TimeSpace,
  type TimeView,
  viewWithBar,
  zoomView,
} from '../model/time-view.ts';
import { axisPadding } from '../paint/axis-label.ts';
import { legendBottom } from '../paint/paint-legend.ts';
import { widthOf } from '../paint/text-width.ts';
import type { RenderInput } from './render-input.ts';
import { type ChartData, type Scene, sceneOf } from './scene.ts';

const axisWidthMin = 52;
const stretchMin = 0.2;
const stretchMax = 20;

/** The viewport: which stretch of time and of prices is shown. */
export function createViewport(data: ChartData) {
  let view: TimeView = firstView;
  let stretch = 1;
  let axisWidth = axisWidthMin;
  let plotWidth = 0;
  let legend = { shape: '', bottom: 0 };
  const space = (): TimeSpace => ({ width: plotWidth, count: data.series.length });

  /** The axis is as wide as its widest price, and grows only: it would jitter with the digits otherwise. */
  function widestOf({ scale }: Scene, context: CanvasRenderingContext2D, { numbers }: RenderInput): number {
    const texts = [scale.low, scale.high].map((price) => numbers.price(price));
    const widths = texts.map((text) => widthOf(context, text));
    return Math.max(axisWidth, Math.ceil(Math.max(...widths)) + 2 * axisPadding);
  }

  /** Of a plot of one width, the legend's room grows only: the candles would jump when a figure gets one digit more. */
  function legendOf(scene: Scene, context: CanvasRenderingContext2D, input: RenderInput): number {
    const shape = `${scene.plotWidth} ${scene.price.bottom} ${input.settings.indicators.join()}`;
    const bottom = legendBottom(context, scene, { data, input });
    legend = { shape, bottom: legend.shape === shape ? Math.max(legend.bottom, bottom) : bottom };
    return legend.bottom;
  }

  return {
    isAway: () => isAway(view),
    scene(context: CanvasRenderingContext2D, input: RenderInput): Scene {
      const parts = { data, settings: input.settings, ...input.size, view, stretch };
      const { bottom } = legend;
      let scene = sceneOf({ ...parts, axisWidth, legendBottom: bottom });
      const needed = widestOf(scene, context, input);
      if (needed > axisWidth) {
        axisWidth = needed;
        scene = sceneOf({ ...parts, axisWidth, legendBottom: bottom });
      }
      const now = legendOf(scene, context, input);
      if (now !== bottom) scene = sceneOf({ ...parts, axisWidth, legendBottom: now });
      ({ view, plotWidth } = scene);
      return scene;
    },
    pan(pixels: number): void {
      view = panView(view, space(), pixels);
    },
    zoom(change: { readonly factor: number; readonly x: number }): void {
      view = zoomView(view, space(), change);
    },
    stretch(factor: number): void {
      stretch = Math.min(Math.max(stretch * factor, stretchMin), stretchMax);
    },
    /** Keeps the shown candles in place while others are added at the end. */
    follow(added: number): void {
      view = afterNewBars(view, added);
    },
    see(index: number): void {
      view = viewWithBar(view, space(), index);
    },
    toLatest(): void {
      view = { ...view, offset: firstView.offset };
    },
    toOldest(): void {
      view = panView(view, space(), Number.MAX_SAFE_INTEGER);
    },
    reset(): void {
      view = firstView;
      stretch = 1;
      axisWidth = axisWidthMin;
    },
  };
}
