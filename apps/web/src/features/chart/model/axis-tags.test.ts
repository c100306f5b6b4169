// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { axisTags } from './axis-tags.ts';

const distance = 19;
const at = (...heights: readonly number[]) => heights.map((y, index) => ({ id: String(index), y }));
const place = (
  orders: ReturnType<typeof at>,
  { lastY = null, draggedId = null }: { lastY?: number | null; draggedId?: string | null } = {},
) =>
  axisTags(orders, { lastY, draggedId, distance, top: 0, bottom: 200 }).map(({ y, members }) => [
    y,
    members.map(({ id }) => id),
  ]);

describe('the prices of own orders on the axis', () => {
  it('stand at the heights of their lines where there is room', () => {
    expect(place(at(50, 10, 100))).toEqual([
      [10, ['1']],
      [50, ['0']],
      [100, ['2']],
    ]);
  });

  it('stand below one another where their lines are close', () => {
    expect(place(at(50, 55, 60, 100))).toEqual([
      [50, ['0']],
      [69, ['1']],
      [88, ['2']],
      [107, ['3']],
    ]);
    expect(place(at(190, 199))).toEqual([
      [181, ['0']],
      [200, ['1']],
    ]);
  });

  it('become one where they are of one price, and where there is no room for each', () => {
    expect(place(at(50, 50))).toEqual([[50, ['0', '1']]]);
    expect(place(at(...Array.from({ length: 9 }, (_, index) => 50 + index)))).toHaveLength(1);
  });

  it('leave its height to the last price, and stand close above and below it', () => {
    expect(place(at(95, 100, 105), { lastY: 100 })).toEqual([
      [81, ['0']],
      [119, ['1']],
      [138, ['2']],
    ]);
  });

  it('never lie over each other or the last price, nor far from their lines', () => {
    const orders = at(...Array.from({ length: 60 }, (_, index) => 40 + ((index * 37) % 101)));
    const lastY = 90;
    const tags = axisTags(orders, { lastY, draggedId: null, distance, top: 0, bottom: 200 });
    const heights = [...tags.map(({ y }) => y), lastY].sort((one, other) => one - other);
    for (const [index, y] of heights.slice(1).entries())
      expect(y - (heights[index] ?? 0)).toBeGreaterThanOrEqual(distance);
    expect(tags.flatMap(({ members }) => members)).toHaveLength(60);
    for (const { y, members } of tags)
      for (const member of members) expect(Math.abs(member.y - y)).toBeLessThanOrEqual(distance);
  });

  it('keep the dragged one for itself, and on top of the others', () => {
    expect(place(at(50, 52, 54), { draggedId: '1' })).toEqual([
      [50, ['0']],
      [69, ['2']],
      [52, ['1']],
    ]);
  });
});
