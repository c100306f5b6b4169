import { browserStorage } from '@emporion/web/api/browser-storage.ts';
import { useState } from 'react';
import type { FilterValues } from './filter.ts';

/** Filters under a name, remembered on this device. */
export interface SavedView {
  readonly name: string;
  readonly values: FilterValues;
}

const keyOf = (table: string): string => `back_office_views_${table}`;

function read(table: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(keyOf(table)) ?? '[]');
    return Array.isArray(kept) ? (kept as SavedView[]) : [];
  } catch {
    return [];
  }
}

export function useSavedViews(table: string) {
  const [views, setViews] = useState(() => read(table));
  const keep = (next: SavedView[]): void => {
    setViews(next);
    browserStorage.setItem(keyOf(table), JSON.stringify(next));
  };
  return {
    views,
    /** One of the same name gives way, and so does the one that it takes the place of. */
    save: (view: SavedView, former?: string) =>
      keep([...views.filter(({ name }) => name !== view.name && name !== former), view]),
    remove: (gone: string) => keep(views.filter(({ name }) => name !== gone)),
  };
}
