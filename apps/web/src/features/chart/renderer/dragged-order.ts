import type { OrderLine, OrderTag } from '../model/order-lines.ts';
import type { PriceScale } from '../model/price-scale.ts';
import { snapToTick } from '../model/snap-price.ts';

/** An own order while it is dragged: it follows the pointer in steps of the tick size, and is sent when it is dropped. */
export function createDraggedOrder() {
  let dragged: { readonly line: OrderLine; readonly offset: number; readonly price: string } | null = null;
  return {
    id: (): string | null => dragged?.line.id ?? null,
    start({ line, y }: Pick<OrderTag, 'line' | 'y'>, pointerY: number): void {
      dragged = { line, offset: pointerY - y, price: line.price };
    },
    move(pointerY: number, scale: PriceScale, tick: string): void {
      if (dragged === null) return;
      const y = Math.min(Math.max(pointerY - dragged.offset, scale.top), scale.bottom);
      // A press that does not move must not round a price that lies between two pixels.
      const price = snapToTick(scale.price(y), tick);
      dragged = {
        ...dragged,
        price: Math.abs(scale.y(Number(dragged.line.price)) - y) < 1 ? dragged.line.price : price,
      };
    },
    /** Answers with what was moved and where to; null when it stays where it was. */
    release(): { readonly line: OrderLine; readonly price: string } | null {
      const { line, price } = dragged ?? {};
      dragged = null;
      if (line === undefined || price === undefined || Number(price) === Number(line.price)) return null;
      return { line, price };
    },
    /** The lines as they look while one is dragged. */
    shown: (lines: readonly OrderLine[]): readonly OrderLine[] =>
      dragged === null
        ? lines
        : lines.map((line) => (line.id === dragged?.line.id ? { ...line, price: dragged.price } : line)),
  };
}
