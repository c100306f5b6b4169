import { type ChartControls, createPointerInput, type Place, type Pointer } from './pointer-input.ts';

const linePixels = 16;
/** A mouse's wheel says a hundred at once, a fast pad much more. */
const wheelMax = 200;
const wheelPerDouble = 350;

function readWheel(event: WheelEvent, chart: ChartControls, { x }: Place): void {
  event.preventDefault();
  const pixels = event.deltaMode === 0 ? 1 : linePixels;
  const [across, along] = [event.deltaX * pixels, event.deltaY * pixels];
  if (event.shiftKey || Math.abs(across) > Math.abs(along)) chart.pan(-(across || along));
  else chart.zoom({ factor: 2 ** (-Math.max(-wheelMax, Math.min(wheelMax, along)) / wheelPerDouble), x });
}

/** Listens to pointer, wheel and touch on the picture within its box; call the answer to stop. */
export function listenToPointer(box: HTMLElement, picture: HTMLElement, chart: ChartControls): () => void {
  const stop = new AbortController();
  const on = { signal: stop.signal };
  const firmly = { ...on, passive: false };
  const input = createPointerInput(chart);
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Place => {
    const { left, top } = picture.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const pointerOf = (event: PointerEvent): Pointer => ({
    ...placeOf(event),
    id: event.pointerId,
    touch: event.pointerType !== 'mouse',
  });

  picture.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      picture.setPointerCapture(event.pointerId);
      input.down(pointerOf(event));
    },
    on,
  );
  // Of the box and not of the picture: what lies over the picture must not end the hovering.
  box.addEventListener('pointermove', (event) => input.move(pointerOf(event)), on);
  box.addEventListener('pointerup', (event) => input.up(pointerOf(event)), on);
  box.addEventListener('pointercancel', (event) => input.cancel(event.pointerId), on);
  const onLeave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && input.active() === null) chart.hover(null);
  };
  box.addEventListener('pointerleave', onLeave, on);
  // The page scrolls by a finger on the chart, except where the finger has taken hold of an order.
  const onTouch = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (touch !== undefined && typeof chart.hit(placeOf(touch), true) === 'object') event.preventDefault();
  };
  picture.addEventListener('touchstart', onTouch, firmly);
  box.addEventListener('wheel', (event) => readWheel(event, chart, placeOf(event)), firmly);
  picture.addEventListener('dblclick', () => chart.reset(), on);
  const onMenu = (event: MouseEvent): void => {
    event.preventDefault();
    input.cancel();
    chart.openMenu(placeOf(event));
  };
  picture.addEventListener('contextmenu', onMenu, on);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && input.active() === 'order') input.cancel();
  };
  window.addEventListener('keydown', onKey, on);
  return () => stop.abort();
}
