import type { Candle } from '@emporion/contracts/rest';
import { prepareExactCanvas } from '#ui/canvas/canvas-size.ts';
import { hitOrder, type LegendRow, type OrderLine, type OrderTag, placeTags } from '../model/order-lines.ts';
import { snapToTick } from '../model/snap-price.ts';
import { paintBase } from '../paint/paint-base.ts';
import { type Cross, paintFront } from '../paint/paint-front.ts';
import { tagWidth } from '../paint/paint-orders.ts';
import { createChartData } from './chart-data.ts';
import { createCrosshair } from './crosshair.ts';
import { createDraggedOrder } from './dragged-order.ts';
import { createFrameRequests } from './frame-requests.ts';
import type { ChartControls, Place } from './pointer-input.ts';
import type { RenderInput } from './render-input.ts';
import type { Scene } from './scene.ts';
import { createViewport } from './viewport.ts';

export interface Canvases {
  /** Candles and axes: painted when they change. */
  readonly base: HTMLCanvasElement;
  /** Pointer, own orders and legend: painted at every move. */
  readonly front: HTMLCanvasElement;
}

/** What the chart tells those around it. */
export interface RendererEvents {
  /** The oldest candles have come near the view. */
  oldest(): void;
  /** Whether the newest candle is out of view. */
  away(away: boolean): void;
  /** The price that is pointed at, and where on its axis; null while there is none. */
  pointed(at: { readonly x: number; readonly y: number; readonly price: string } | null): void;
  /** An order was dragged to another price. */
  moved(line: OrderLine, price: string): void;
  closed(line: OrderLine): void;
  /** Somebody asked there what can be done. */
  menu(place: Place): void;
}

/** So many candles before the left edge, older ones are fetched. */
const fetchAhead = 40;

export interface ChartRenderer {
  readonly controls: ChartControls;
  show(input: RenderInput): void;
  take(candles: readonly Candle[]): void;
  goToLatest(): void;
  goToOldest(): void;
  /** Moves the crosshair by so many candles, and answers with the one it stands on. */
  step(bars: number): Candle | null;
  repaint(): void;
  setVisible(visible: boolean): void;
  stop(): void;
}

/** Paints a canvas each for what changes with the market and with the pointer, and knows what stands where. */
function createPicture({ base, front }: Canvases, report: RendererEvents) {
  const data = createChartData();
  const viewport = createViewport(data);
  const crosshair = createCrosshair(data.series);
  const dragged = createDraggedOrder();
  let input: RenderInput | null = null;
  let scene: Scene | null = null;
  let tags: readonly OrderTag[] = [];
  /** As it was painted last; it changes with the digits only. */
  let legend: readonly LegendRow[] = [];

  function paintBack(): boolean {
    const context = input === null ? null : prepareExactCanvas(base, input.size);
    scene = null;
    if (context === null || input === null || data.series.length === 0) return false;
    scene = viewport.scene(context, input);
    paintBase(context, scene, data, input);
    report.away(viewport.isAway());
    if (scene.first < fetchAhead) report.oldest();
    return true;
  }

  function tell(now: Scene, cross: Cross | null, { numbers }: RenderInput): void {
    const inside = cross !== null && cross.y >= now.price.top && cross.y <= now.price.bottom;
    const price = inside ? snapToTick(now.scale.price(cross.y), numbers.tick) : '';
    report.pointed(inside ? { x: now.plotWidth, y: cross.y, price } : null);
  }

  function paintTop(): void {
    const context = input === null ? null : prepareExactCanvas(front, input.size);
    if (context === null || input === null || scene === null) return;
    const { scale, price, plotWidth } = scene;
    const lines = dragged.shown(input.orders);
    tags = placeTags({
      ...price,
      plotWidth,
      legend,
      lines,
      yOf: (line) => scale.y(Number(line.price)),
      widthOf: (line) => tagWidth(context, line),
    });
    const cross = dragged.id() === null ? crosshair.at(scene) : null;
    legend = paintFront(context, scene, { data, input, tags, lines, draggedId: dragged.id(), cross });
    tell(scene, cross, input);
  }

  return {
    data,
    viewport,
    crosshair,
    dragged,
    paintBack,
    paintTop,
    setInput(next: RenderInput): void {
      input = next;
    },
    input: () => input,
    scene: () => scene,
    tags: () => tags,
  };
}

type Picture = ReturnType<typeof createPicture>;

/** Nothing can be done to an order that the server is being asked about, and what cannot be moved is no handle. */
function hitOf({ scene, tags }: Picture, { x, y, touch }: { x: number; y: number; touch: boolean }) {
  const now = scene();
  if (now === null) return 'plot';
  if (x > now.plotWidth) return 'axis';
  const hit = y > now.price.bottom ? null : hitOrder(tags(), { x, y, touch });
  if (hit === null || hit.line.pending || (hit.part === 'body' && !hit.line.movable)) return 'plot';
  return hit;
}

function cursorOf(hit: ReturnType<ChartControls['hit']>): string {
  if (typeof hit === 'object') return hit.part === 'cross' ? 'pointer' : 'ns-resize';
  return hit === 'axis' ? 'ns-resize' : 'crosshair';
}

function controlsOf(
  picture: Picture,
  parts: { canvas: HTMLElement; report: RendererEvents; all(): void; top(): void },
) {
  const { viewport, crosshair, dragged } = picture;
  const { canvas, report, all, top } = parts;
  const controls: ChartControls = {
    hit: (place, touch) => hitOf(picture, { ...place, touch }),
    hover(place) {
      crosshair.point(place);
      canvas.style.cursor = place === null ? '' : cursorOf(controls.hit(place, false));
      top();
    },
    pan(pixels) {
      viewport.pan(pixels);
      all();
    },
    zoom(change) {
      viewport.zoom(change);
      all();
    },
    stretch(factor) {
      viewport.stretch(factor);
      all();
    },
    reset() {
      viewport.reset();
      all();
    },
    startDrag({ line }, y) {
      const tag = picture.tags().find((one) => one.line.id === line.id);
      if (tag !== undefined) dragged.start(tag, y);
      top();
    },
    drag(y) {
      const [scene, input] = [picture.scene(), picture.input()];
      if (scene !== null && input !== null) dragged.move(y, scene.scale, input.numbers.tick);
      top();
    },
    endDrag(taken) {
      const moved = dragged.release();
      if (taken && moved !== null) report.moved(moved.line, moved.price);
      top();
    },
    close: ({ line }) => report.closed(line),
    openMenu(place) {
      crosshair.point(place);
      picture.paintTop();
      report.menu(place);
    },
  };
  return controls;
}

/** Renders the chart on its canvases, and offers what input can do to it. */
export function createChartRenderer(canvases: Canvases, report: RendererEvents): ChartRenderer {
  const picture = createPicture(canvases, report);
  const { data, viewport, crosshair } = picture;
  const frames = createFrameRequests(picture.paintBack, picture.paintTop);
  const { all, top } = frames;
  return {
    controls: controlsOf(picture, { canvas: canvases.front, report, all, top }),
    show(input) {
      const { settings, times, fills } = input;
      data.reckon({ indicators: settings.indicators, shiftSeconds: times.shiftSeconds, fills });
      picture.setInput(input);
      all();
    },
    take(candles) {
      viewport.follow(data.take(candles));
      all();
    },
    goToLatest() {
      viewport.toLatest();
      all();
    },
    goToOldest() {
      viewport.toOldest();
      all();
    },
    step(bars) {
      const scene = picture.scene();
      const stepped = scene === null ? null : crosshair.step(bars, crosshair.at(scene));
      if (stepped === null) return null;
      viewport.see(stepped.index);
      all();
      return stepped.candle;
    },
    repaint: all,
    setVisible: frames.setVisible,
    stop: frames.stop,
  };
}
