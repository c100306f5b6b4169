import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DeskLayout,
  firstLayout,
  isTapeApart,
  leastHeights,
  type PanelName,
  panelNames,
} from './desk-layout.ts';
import { dropPanel, edges, movePanel, setTapeApart, ways } from './move-panel.ts';
import { placePanels } from './place-panels.ts';
import { resizeDesk, restoreSize } from './resize-desk.ts';
import { readLayout, writeLayout } from './stored-layout.ts';

const shapeOf = (layout: DeskLayout | null) =>
  layout?.columns.map(({ panels }) => panels.join('/')).join(' ');

describe('moving a panel', () => {
  it('changes the places of two columns', () => {
    const left = movePanel(firstLayout, 'book', 'left');
    expect(shapeOf(left)).toBe('book chart/orders form');
    expect(shapeOf(movePanel(firstLayout, 'book', 'right'))).toBe('chart/orders form book');
    expect(left?.columns[0]?.width).toBe(300);
  });

  it('takes one of several panels into the next column, or into a new one', () => {
    expect(shapeOf(movePanel(firstLayout, 'orders', 'right'))).toBe('chart book/orders form');
    expect(shapeOf(movePanel(firstLayout, 'orders', 'left'))).toBe('orders chart book form');
  });

  it('goes up and down within its column, and nowhere at its ends', () => {
    expect(shapeOf(movePanel(firstLayout, 'orders', 'up'))).toBe('orders/chart book form');
    expect(movePanel(firstLayout, 'orders', 'down')).toBeNull();
    expect(movePanel(firstLayout, 'form', 'right')).toBeNull();
  });

  it('puts it beside the one it is dropped on', () => {
    expect(shapeOf(dropPanel(firstLayout, 'form', { target: 'book', edge: 'below' }))).toBe(
      'chart/orders book/form',
    );
    expect(dropPanel(firstLayout, 'orders', { target: 'chart', edge: 'below' })).toBeNull();
  });

  it('gives the recent trades a place of their own and takes it back', () => {
    const apart = setTapeApart(firstLayout, true);
    expect(shapeOf(apart)).toBe('chart/orders book/tape form');
    expect(isTapeApart(apart)).toBe(true);
    expect(setTapeApart(apart, false)).toEqual(firstLayout);
  });

  it('never loses or doubles a panel, and every layout can be stored and placed', () => {
    const step = fc.record({
      panel: fc.constantFrom(...panelNames),
      target: fc.constantFrom(...panelNames),
      edge: fc.constantFrom(...edges),
      way: fc.constantFrom(...ways),
      byDrop: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let layout = setTapeApart(firstLayout, true);
        for (const { panel, target, edge, way, byDrop } of steps) {
          const next = byDrop ? dropPanel(layout, panel, { target, edge }) : movePanel(layout, panel, way);
          layout = next ?? layout;
          expect(layout.columns.flatMap(({ panels }) => panels).toSorted()).toEqual(panelNames.toSorted());
          expect(readLayout(writeLayout(layout))).toEqual(layout);
          expect(placePanels(layout).panels).toHaveLength(panelNames.length);
        }
      }),
    );
  });
});

describe('sizes', () => {
  const separator = (id: string) => {
    const found = placePanels(firstLayout).separators.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no separator ${id}`);
    return found.resized;
  };

  it('belong to the side that does not take the rest', () => {
    expect(separator('columns-0')).toEqual({ what: 'width', column: 1, panel: 'book', grows: -1 });
    expect(separator('chart-orders')).toEqual({ what: 'height', panel: 'orders', grows: -1 });
  });

  it('stay within their bounds and can be restored', () => {
    const wide = resizeDesk(firstLayout, separator('columns-0'), 10_000);
    expect(wide.columns[1]?.width).toBe(560);
    expect(restoreSize(wide, separator('columns-0'))).toEqual(firstLayout);
    const high = resizeDesk(firstLayout, separator('chart-orders'), 5);
    expect(high.heights).toEqual({ orders: 120 });
    expect(restoreSize(high, separator('chart-orders'))).toEqual(firstLayout);
  });

  /** What a length of CSS comes to in a column so high, of a window so high. */
  const pixels = (length: string, { column, view }: { column: number; view: number }): number => {
    const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));
    const term = length
      .replaceAll('calc', '')
      .replace(/([\d.]+)%/g, (_, part) => String((Number(part) * column) / 100))
      .replace(/([\d.]+)vh/g, (_, part) => String((Number(part) * view) / 100))
      .replaceAll('px', '');
    return new Function('min', 'max', 'clamp', `return ${term}`)(Math.min, Math.max, clamp);
  };

  it('never leave a panel too little to be used', () => {
    const drop = (layout: DeskLayout, panel: PanelName, target: PanelName) =>
      dropPanel(layout, panel, { target, edge: 'below' }) ?? layout;
    const crowded = drop(drop(firstLayout, 'form', 'chart'), 'book', 'chart');
    const greedy = { ...crowded, heights: { orders: 900, form: 900 } };
    for (const layout of [crowded, greedy]) {
      const { leastHeight, panels } = placePanels(layout);
      expect(layout.columns).toHaveLength(1);
      for (const column of [leastHeight, 1_400]) {
        let rest = column - 52 - 4 * (panels.length - 1);
        for (const { name, place } of panels.filter(({ place: { height } }) => height !== 'auto')) {
          const height = pixels(place.height, { column, view: 900 });
          rest -= height;
          expect(height, name).toBeGreaterThanOrEqual(leastHeights[name]);
        }
        expect(rest, 'the chart').toBeGreaterThanOrEqual(leastHeights.chart);
      }
    }
  });

  it('leave the chart its width, however wide the columns beside it were drawn', () => {
    const four = dropPanel(firstLayout, 'orders', { target: 'chart', edge: 'left' }) ?? firstLayout;
    const wide = { ...four, columns: four.columns.map((column) => ({ ...column, width: 560 })) };
    const chart = placePanels(wide).panels.find(({ name }) => name === 'chart')?.place;
    const taken = Number.parseFloat(chart?.left ?? '') + Number.parseFloat(chart?.right ?? '');
    expect(1_440 - 8 - taken).toBeGreaterThanOrEqual(360);
    const below = dropPanel(firstLayout, 'form', { target: 'book', edge: 'below' }) ?? firstLayout;
    const thin = { ...below, columns: below.columns.map((column) => ({ ...column, width: 240 })) };
    expect(placePanels(thin).panels.find(({ name }) => name === 'form')?.place.width).toBe('280px');
  });

  it('leave the rest to the chart, between what stands on its left and on its right', () => {
    const { panels, stats } = placePanels(firstLayout);
    const place = (name: string) => panels.find((panel) => panel.name === name)?.place;
    expect(stats).toMatchObject({ left: '0px', right: '628px', height: '48px' });
    expect(place('chart')).toMatchObject({ left: '0px', right: '628px', top: '52px' });
    expect(place('form')).toMatchObject({
      left: 'auto',
      right: '0px',
      width: '320px',
      top: '0px',
      bottom: '0px',
    });
  });
});

describe('a stored layout', () => {
  const stored = (change: object) => JSON.stringify({ ...JSON.parse(writeLayout(firstLayout)), ...change });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['another version', stored({ version: 2 })],
    ['a panel that is missing', stored({ columns: [{ panels: ['chart', 'orders', 'book'], width: 300 }] })],
    [
      'a panel twice',
      stored({ columns: [{ panels: ['chart', 'orders', 'book', 'form', 'form'], width: 300 }] }),
    ],
    [
      'an unknown panel',
      stored({ columns: [{ panels: ['chart', 'orders', 'book', 'form', 'x'], width: 300 }] }),
    ],
    ['an empty column', stored({ columns: [...firstLayout.columns, { panels: [], width: 300 }] })],
    ['a width of another world', stored({ sideWidth: 9_999 })],
    ['a height that is a text', stored({ heights: { orders: '200' } })],
  ])('begins anew with %s', (_what, text) => {
    expect(readLayout(text)).toEqual(firstLayout);
  });
});
