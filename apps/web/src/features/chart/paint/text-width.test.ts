// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetWidths, widthOf } from './text-width.ts';

const measureText = vi.fn((text: string) => ({ width: text.length * 6 }));
const context = { font: '', measureText } as unknown as CanvasRenderingContext2D;

beforeEach(() => {
  forgetWidths();
  measureText.mockClear();
});

it('measures one number of a shape, however many prices a market has', () => {
  for (let cents = 0; cents < 300; cents += 1)
    expect(
      widthOf(context, `64,${100 + Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
    ).toBe(54);
  expect(measureText).toHaveBeenCalledOnce();
});

it('measures again in another font, another shape, and after the font is loaded', () => {
  widthOf(context, '64.1');
  widthOf(context, '64.12');
  widthOf(context, '64.1', '600 11px sans-serif');
  expect(context.font).toBe('600 11px sans-serif');
  expect(measureText).toHaveBeenCalledTimes(3);
  forgetWidths();
  widthOf(context, '64.1');
  expect(measureText).toHaveBeenCalledTimes(4);
});
