import type { Candle } from '@emporion/contracts/rest';
import { prepareExactCanvas } from '#ui/canvas/canvas-size.ts';
import { hitOrder, type OrderLine, type OrderTag, placeTags } from '../model/order-lines.ts';
import { snapToTick } from '../model/snap-price.ts';
import { paintBase } from '../paint/paint-base.ts';
import { type Cross, paintFront } from '../paint/paint-front.ts';
import { tagWidth } from '../paint/paint-orders.ts';
import { createChartData } from './chart-data.ts';
import { createCrosshair } from './crosshair.ts';
import { createHeldOrder } from './dragged-order.ts';
import { createPaintings } from './frame-requests.ts';
import type { ChartHandles, Place } from './pointer-input.ts';
import type { StageInput } from './render-input.ts';
import type { Scene } from './scene.ts';
import { createCamera } from './viewport.ts';

export interface Canvases {
  /** Candles and axes: painted when they change. */
  readonly base: HTMLCanvasElement;
  /** Pointer, own orders and legend: painted at every move. */
  readonly front: HTMLCanvasElement;
}

/** What the chart tells those around it. */
export interface StageReport {
  /** The oldest candles have come near the view. */
  oldest(): void;
  /** Whether the newest candle is out of view. */
  away(away: boolean): void;
  /** The price that is pointed at, and where on its axis; null while there is none. */
  pointed(at: { readonly x: number; readonly y: number; readonly price: string } | null): void;
  /** An order was pulled to another price. */
  moved(line: OrderLine, price: string): void;
  closed(line: OrderLine): void;
  /** Somebody asked there what can be done. */
  menu(place: Place): void;
}

/** So many candles before the left edge, older ones are fetched. */
const fetchAhead = 40;

export interface Stage {
  readonly handles: ChartHandles;
  show(input: StageInput): void;
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
function createPicture({ base, front }: Canvases, report: StageReport) {
  const data = createChartData();
  const camera = createCamera(data);
  const crosshair = createCrosshair(data.series);
  const held = createHeldOrder();
  let input: StageInput | null = null;
  let scene: Scene | null = null;
  let tags: readonly OrderTag[] = [];

  function paintBack(): void {
    const context = input === null ? null : prepareExactCanvas(base, input.size);
    scene = null;
    if (context === null || input === null || data.series.length === 0) return;
    scene = camera.scene(context, input);
    paintBase(context, scene, data, input);
    report.away(camera.isAway());
    if (scene.first < fetchAhead) report.oldest();
  }

  function tell(now: Scene, cross: Cross | null, { numbers }: StageInput): void {
    const inside = cross !== null && cross.y >= now.price.top && cross.y <= now.price.bottom;
    const price = inside ? snapToTick(now.scale.price(cross.y), numbers.tick) : '';
    report.pointed(inside ? { x: now.plotWidth, y: cross.y, price } : null);
  }

  function paintTop(): void {
    const context = input === null ? null : prepareExactCanvas(front, input.size);
    if (context === null || input === null || scene === null) return;
    const { scale, price, plotWidth } = scene;
    tags = placeTags({
      ...price,
      plotWidth,
      lines: held.shown(input.orders),
      yOf: (line) => scale.y(Number(line.price)),
      widthOf: (line) => tagWidth(context, line),
    });
    const cross = held.id() === null ? crosshair.at(scene) : null;
    paintFront(context, scene, { data, input, tags, heldId: held.id(), cross });
    tell(scene, cross, input);
  }

  return {
    data,
    camera,
    crosshair,
    held,
    paintBack,
    paintTop,
    setInput(next: StageInput): void {
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

function cursorOf(hit: ReturnType<ChartHandles['hit']>): string {
  if (typeof hit === 'object') return hit.part === 'cross' ? 'pointer' : 'ns-resize';
  return hit === 'axis' ? 'ns-resize' : 'crosshair';
}

function handlesOf(
  picture: Picture,
  parts: { canvas: HTMLElement; report: StageReport; all(): void; top(): void },
) {
  const { camera, crosshair, held } = picture;
  const { canvas, report, all, top } = parts;
  const handles: ChartHandles = {
    hit: (place, touch) => hitOf(picture, { ...place, touch }),
    hover(place) {
      crosshair.point(place);
      canvas.style.cursor = place === null ? '' : cursorOf(handles.hit(place, false));
      top();
    },
    pan(pixels) {
      camera.pan(pixels);
      all();
    },
    zoom(change) {
      camera.zoom(change);
      all();
    },
    stretch(factor) {
      camera.stretch(factor);
      all();
    },
    reset() {
      camera.reset();
      all();
    },
    hold({ line }, y) {
      const tag = picture.tags().find((one) => one.line.id === line.id);
      if (tag !== undefined) held.take(tag, y);
      top();
    },
    pull(y) {
      const [scene, input] = [picture.scene(), picture.input()];
      if (scene !== null && input !== null) held.pull(y, scene.scale, input.numbers.tick);
      top();
    },
    drop(taken) {
      const moved = held.release();
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
  return handles;
}

/** The chart as a thing to be shown, fed and handled. */
export function createChartStage(canvases: Canvases, report: StageReport): Stage {
  const picture = createPicture(canvases, report);
  const { data, camera, crosshair } = picture;
  const paintings = createPaintings(picture.paintBack, picture.paintTop);
  const { all, top } = paintings;
  return {
    handles: handlesOf(picture, { canvas: canvases.front, report, all, top }),
    show(input) {
      const { settings, times, fills } = input;
      data.reckon({ indicators: settings.indicators, shiftSeconds: times.shiftSeconds, fills });
      picture.setInput(input);
      all();
    },
    take(candles) {
      camera.follow(data.take(candles));
      all();
    },
    goToLatest() {
      camera.toLatest();
      all();
    },
    goToOldest() {
      camera.toOldest();
      all();
    },
    step(bars) {
      const scene = picture.scene();
      const stepped = scene === null ? null : crosshair.step(bars, crosshair.at(scene));
      if (stepped === null) return null;
      camera.see(stepped.index);
      all();
      return stepped.candle;
    },
    repaint: all,
    setVisible: paintings.setVisible,
    stop: paintings.stop,
  };
}
