import { useSyncExternalStore } from 'react';

/** By what the thousands of a number are told apart, and what stands before its decimals. */
export interface NumberStyle {
  readonly group: string;
  readonly point: string;
}

export const numberStyles = {
  comma_point: { group: ',', point: '.' },
  point_comma: { group: '.', point: ',' },
  // A space that no line breaks at, as wide as any: of the narrow one nothing is left in the small type of tables.
  space_comma: { group: '\u00a0', point: ',' },
} as const satisfies Record<string, NumberStyle>;

export type NumberStyleName = keyof typeof numberStyles;

const listeners = new Set<() => void>();
let current: NumberStyle = numberStyles.comma_point;

/** How numbers are written now. */
export function numberStyle(): NumberStyle {
  return current;
}

export function setNumberStyle(name: NumberStyleName): void {
  if (current === numberStyles[name]) return;
  current = numberStyles[name];
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For a component that shows numbers: it is drawn anew when their style changes. */
export function useNumberStyle(): NumberStyle {
  return useSyncExternalStore(subscribe, numberStyle);
}
