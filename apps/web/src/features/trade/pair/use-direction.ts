import { useEffect, useRef, useState } from 'react';
import { toUnits } from '../market/units.ts';

export type Direction = 'up' | 'down' | null;

/** Where the price went last. It stays until the price moves again. */
export function useDirection(price: string | null): Direction {
  const last = useRef(price);
  const [direction, setDirection] = useState<Direction>(null);
  useEffect(() => {
    const before = last.current;
    last.current = price;
    if (before === null || price === null || before === price) return;
    setDirection(toUnits(price) > toUnits(before) ? 'up' : 'down');
  }, [price]);
  return direction;
}

export const directionMarks = { up: '▲', down: '▼' } as const;
