import { browserStorage } from '@emporion/web/api/browser-storage.ts';
import { useState } from 'react';

export type Shown = Readonly<Record<string, boolean>>;

const keyOf = (table: string): string => `back_office_columns_${table}`;

function read(table: string): Shown {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(keyOf(table)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Shown) : {};
  } catch {
    return {};
  }
}

/** Which columns of a list somebody wants to see, remembered on this device. */
export function useChosenColumns(table: string, usual: Shown) {
  const [chosen, setChosen] = useState(() => read(table));
  const change = (next: Shown): void => {
    setChosen(next);
    browserStorage.setItem(keyOf(table), JSON.stringify(next));
  };
  return { shown: { ...usual, ...chosen }, change };
}
