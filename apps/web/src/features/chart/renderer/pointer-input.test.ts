// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderLine } from '../model/order-lines.ts';
import { createPriceScale } from '../model/price-scale.ts';
import { createHeldOrder } from './dragged-order.ts';
import { type ChartHandles, createHands, type Hand } from './pointer-input.ts';

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
  hold: vi.fn(),
  pull: vi.fn(),
  drop: vi.fn(),
  close: vi.fn(),
  openMenu: vi.fn(),
} satisfies ChartHandles;

const mouse = (x: number, y: number): Hand => ({ id: 1, x, y, touch: false });
const finger = (x: number, y: number, id = 1): Hand => ({ id, x, y, touch: true });

describe('hands on the chart', () => {
  let hands: ReturnType<typeof createHands>;
  beforeEach(() => {
    vi.clearAllMocks();
    hands = createHands(chart);
  });

  it('pan by what they moved, once they have moved enough', () => {
    hands.down(mouse(100, 100));
    hands.move(mouse(102, 100));
    expect(chart.pan).not.toHaveBeenCalled();
    hands.move(mouse(112, 100));
    hands.move(mouse(120, 130));
    expect(chart.pan.mock.calls).toEqual([[10], [8]]);
  });

  it('stretch the prices on their axis', () => {
    hands.down(mouse(510, 100));
    hands.move(mouse(510, 130));
    expect(chart.stretch).toHaveBeenCalledOnce();
    expect(chart.pan).not.toHaveBeenCalled();
  });

  it('pull an order and drop it', () => {
    hands.down(finger(20, 100));
    hands.move(finger(25, 140));
    hands.up(finger(25, 140));
    expect(chart.hold).toHaveBeenCalledWith(body, 100);
    expect(chart.pull).toHaveBeenCalledWith(140);
    expect(chart.drop.mock.calls).toEqual([[true]]);
  });

  it('give an order up when the browser takes the pointer, on Esc and with a second finger', () => {
    hands.down(mouse(20, 100));
    hands.cancel();
    hands.down(finger(20, 100));
    hands.down(finger(200, 100, 2));
    expect(chart.drop.mock.calls).toEqual([[false], [false]]);
  });

  it('close an order only when they go up where they went down', () => {
    hands.down(mouse(55, 100));
    hands.up(mouse(300, 100));
    expect(chart.close).not.toHaveBeenCalled();
    hands.down(mouse(55, 100));
    hands.up(mouse(56, 101));
    expect(chart.close).toHaveBeenCalledOnce();
  });

  it('pinch around the middle between two fingers', () => {
    hands.down(finger(100, 100, 1));
    hands.down(finger(200, 100, 2));
    hands.move(finger(300, 100, 2));
    expect(chart.zoom).toHaveBeenCalledWith({ factor: 2, x: 150 });
    expect(chart.pan).toHaveBeenCalledWith(50);
  });

  it('show the figures of a candle by a tap, and by hovering where there is a mouse', () => {
    hands.down(finger(100, 100));
    hands.up(finger(100, 100));
    expect(chart.hover).toHaveBeenLastCalledWith(expect.objectContaining({ x: 100 }));
    hands.move(mouse(120, 100));
    expect(chart.hover).toHaveBeenLastCalledWith(expect.objectContaining({ x: 120 }));
  });
});

describe('an order in the hand', () => {
  const scale = createPriceScale({ low: 100, high: 200, top: 0, bottom: 400 });
  const taken = (handY: number) => {
    const held = createHeldOrder();
    held.take({ line, y: scale.y(150.005) }, handY);
    return held;
  };

  it('goes where the hand goes, in steps of the market, from where it was taken hold of', () => {
    const held = taken(scale.y(150.005) + 6);
    held.pull(106, scale, '0.5');
    expect(held.shown([line])[0]?.price).toBe('175');
    expect(held.release()).toEqual({ line, price: '175' });
  });

  it('stays exactly where it was when it was only pressed', () => {
    const held = taken(200);
    held.pull(200, scale, '1');
    expect(held.release()).toBeNull();
  });

  it('does not leave the prices that are in view', () => {
    const held = taken(scale.y(150.005));
    held.pull(-500, scale, '1');
    expect(held.release()?.price).toBe('200');
  });

  it('moves no other line', () => {
    const held = taken(200);
    held.pull(100, scale, '1');
    const other = { ...line, id: '8' };
    expect(held.shown([line, other])[1]).toBe(other);
  });
});
