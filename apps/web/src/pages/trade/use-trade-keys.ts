import { useEffect, useRef } from 'react';
import type { OrderKind, OrderSide } from '#orders/model/order-draft.ts';

export interface TradeKeys {
  onSide(side: OrderSide): void;
  onKind(kind: OrderKind): void;
  onSearch(): void;
  onHelp(): void;
}

const sides: Readonly<Record<string, OrderSide>> = { b: 'buy', s: 'sell' };
const kinds: Readonly<Record<string, OrderKind>> = { l: 'limit', m: 'market', t: 'stop_limit' };

/** Whether the key is part of a text, a list or another control that has a use for it. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="radio"], [type="checkbox"]), textarea, select, [role="menu"], [role="combobox"]',
    ) !== null
  );
}

/** Single keys, while nobody writes and no dialog is open. None of them sends an order. */
export function useTradeKeys(keys: TradeKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (isTaken(event.target) || document.querySelector('[role="dialog"]') !== null) return;
      const key = event.key.toLowerCase();
      const [side, kind] = [sides[key], kinds[key]];
      if (side !== undefined) latest.current.onSide(side);
      else if (kind !== undefined) latest.current.onKind(kind);
      else if (key === '/') latest.current.onSearch();
      else if (key === '?') latest.current.onHelp();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
