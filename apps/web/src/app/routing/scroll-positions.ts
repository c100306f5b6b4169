import type { Location } from 'react-router';
import { tabStorage } from '#api/browser-storage.ts';

const storageKey = 'scroll_positions';
const positionsMax = 100;

function readStored(): [string, number][] {
  try {
    return Object.entries(JSON.parse(tabStorage.getItem(storageKey) ?? '{}') as Record<string, number>);
  } catch {
    return [];
  }
}

/** How far down each visited place of this tab was read. */
const positions = new Map(readStored());

/** An entry of the browser's history, or the page when somebody came to it by its address. */
const keyOf = ({ key, pathname }: Location) => (key === 'default' ? pathname : key);

export function saveScroll(location: Location): void {
  const key = keyOf(location);
  // The newest stand last, and the oldest give way.
  positions.delete(key);
  positions.set(key, window.scrollY);
  if (positions.size > positionsMax) positions.delete([...positions.keys()][0] ?? '');
}

export function savedScroll(location: Location): number | undefined {
  return positions.get(keyOf(location));
}

/** For the page that comes after a reload. */
export function storeScroll(location: Location): void {
  saveScroll(location);
  tabStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(positions)));
}
