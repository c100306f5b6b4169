import type { OrderLine, OrderTag } from '../model/order-lines.ts';
import type { PriceScale } from '../model/price-scale.ts';
import { snapToTick } from '../model/snap-price.ts';

/** An own order in somebody's hand: it follows the hand in steps of the market, and is not sent before it is dropped. */
export function createHeldOrder() {
  let held: { readonly line: OrderLine; readonly grip: number; readonly price: string } | null = null;
  return {
    id: (): string | null => held?.line.id ?? null,
    take({ line, y }: Pick<OrderTag, 'line' | 'y'>, handY: number): void {
      held = { line, grip: handY - y, price: line.price };
    },
    pull(handY: number, scale: PriceScale, tick: string): void {
      if (held === null) return;
      const y = Math.min(Math.max(handY - held.grip, scale.top), scale.bottom);
      // A press that does not move must not round a price that lies between two pixels.
      const price = snapToTick(scale.price(y), tick);
      held = { ...held, price: Math.abs(scale.y(Number(held.line.price)) - y) < 1 ? held.line.price : price };
    },
    /** Answers with what was moved and where to; null when it stays where it was. */
    release(): { readonly line: OrderLine; readonly price: string } | null {
      const { line, price } = held ?? {};
      held = null;
      if (line === undefined || price === undefined || Number(price) === Number(line.price)) return null;
      return { line, price };
    },
    /** The lines as they look while one is held. */
    shown: (lines: readonly OrderLine[]): readonly OrderLine[] =>
      held === null
        ? lines
        : lines.map((line) => (line.id === held?.line.id ? { ...line, price: held.price } : line)),
  };
}
