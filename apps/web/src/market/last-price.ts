import type { Trade } from '@emporion/contracts/rest';
import { toUnits } from './units.ts';

export type Direction = 'up' | 'down' | 'none';

export const directionMarks = { up: '▲', down: '▼', none: '' } as const;

export interface LastPrice {
  readonly price: string;
  /** Against the last price that was another one. */
  readonly direction: Direction;
}

export function lastPriceOf(trades: readonly Pick<Trade, 'price'>[]): LastPrice | null {
  const [last] = trades;
  if (last === undefined) return null;
  const other = trades.find(({ price }) => price !== last.price);
  if (other === undefined) return { price: last.price, direction: 'none' };

  return { price: last.price, direction: toUnits(last.price) > toUnits(other.price) ? 'up' : 'down' };
}
