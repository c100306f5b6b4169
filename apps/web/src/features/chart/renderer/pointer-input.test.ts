// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderLine } from '../model/order-lines.ts';
import { createPriceScale } from '../model/price-scale.ts';
import { createDraggedOrder } from './dragged-order.ts';
import { type ChartControls, createPointerInput, type Pointer } from './pointer-input.ts';

const line: OrderLine = {
  id: '7',
  side: 'buy',
  price: '150.005',
  title: 'Buy 1',
  movable: true,
  pending: false,
};
const body = { line, part: 'body' } as const;
const cross = { line, part: 'cross' } as const;

/** On the left stands an order with its cross, on the right the axis. */
const chart = {
  hit: vi.fn(({ x }: { x: number }) => (x < 50 ? body : x < 60 ? cross : x < 500 ? 'plot' : 'axis')),
  hover: vi.fn(),
  pan: vi.fn(),
  zoom: vi.fn(),
  stretch: vi.fn(),
  reset: vi.fn(),
  startDrag: vi.fn(),
  drag: vi.fn(),
  endDrag: vi.fn(),
  close: vi.fn(),
  openMenu: vi.fn(),
} satisfies ChartControls;

const mouse = (x: number, y: number): Pointer => ({ id: 1, x, y, touch: false });
const finger = (x: number, y: number, id = 1): Pointer => ({ id, x, y, touch: true });

describe('pointer input', () => {
  let input: ReturnType<typeof createPointerInput>;
  beforeEach(() => {
    vi.clearAllMocks();
    input = createPointerInput(chart);
  });

  it('pans by what the pointer moved, once it has moved enough', () => {
    input.down(mouse(100, 100));
    input.move(mouse(102, 100));
    expect(chart.pan).not.toHaveBeenCalled();
    input.move(mouse(112, 100));
    input.move(mouse(120, 130));
    expect(chart.pan.mock.calls).toEqual([[10], [8]]);
  });

  it('stretches the prices on their axis', () => {
    input.down(mouse(510, 100));
    input.move(mouse(510, 130));
    expect(chart.stretch).toHaveBeenCalledOnce();
    expect(chart.pan).not.toHaveBeenCalled();
  });

  it('drags an order and drops it', () => {
    input.down(finger(20, 100));
    input.move(finger(25, 140));
    input.up(finger(25, 140));
    expect(chart.startDrag).toHaveBeenCalledWith(body, 100);
    expect(chart.drag).toHaveBeenCalledWith(140);
    expect(chart.endDrag.mock.calls).toEqual([[true]]);
  });

  it('gives a dragged order up when the browser takes the pointer, on Esc and with a second finger', () => {
    input.down(mouse(20, 100));
    input.cancel();
    input.down(finger(20, 100));
    input.down(finger(200, 100, 2));
    expect(chart.endDrag.mock.calls).toEqual([[false], [false]]);
  });

  it('closes an order only when the pointer goes up where it went down', () => {
    input.down(mouse(55, 100));
    input.up(mouse(300, 100));
    expect(chart.close).not.toHaveBeenCalled();
    input.down(mouse(55, 100));
    input.up(mouse(56, 101));
    expect(chart.close).toHaveBeenCalledOnce();
  });

  it('pinches around the middle between two fingers', () => {
    input.down(finger(100, 100, 1));
    input.down(finger(200, 100, 2));
    input.move(finger(300, 100, 2));
    expect(chart.zoom).toHaveBeenCalledWith({ factor: 2, x: 150 });
    expect(chart.pan).toHaveBeenCalledWith(50);
  });

  it('shows the figures of a candle by a tap, and by hovering where there is a mouse', () => {
    input.down(finger(100, 100));
    input.up(finger(100, 100));
    expect(chart.hover).toHaveBeenLastCalledWith(expect.objectContaining({ x: 100 }));
    input.move(mouse(120, 100));
    expect(chart.hover).toHaveBeenLastCalledWith(expect.objectContaining({ x: 120 }));
  });
});

describe('a dragged order', () => {
  const scale = createPriceScale({ low: 100, high: 200, top: 0, bottom: 400 });
  const taken = (pointerY: number) => {
    const dragged = createDraggedOrder();
    dragged.start({ line, y: scale.y(150.005) }, pointerY);
    return dragged;
  };

  it('follows the pointer in steps of the tick size, from where it was taken hold of', () => {
    const dragged = taken(scale.y(150.005) + 6);
    dragged.move(106, scale, '0.5');
    expect(dragged.shown([line])[0]?.price).toBe('175');
    expect(dragged.release()).toEqual({ line, price: '175' });
  });

  it('stays exactly where it was when it was only pressed', () => {
    const dragged = taken(200);
    dragged.move(200, scale, '1');
    expect(dragged.release()).toBeNull();
  });

  it('does not leave the prices that are in view', () => {
    const dragged = taken(scale.y(150.005));
    dragged.move(-500, scale, '1');
    expect(dragged.release()?.price).toBe('200');
  });

  it('moves no other line', () => {
    const dragged = taken(200);
    dragged.move(100, scale, '1');
    const other = { ...line, id: '8' };
    expect(dragged.shown([line, other])[1]).toBe(other);
  });
});
