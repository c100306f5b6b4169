import { type KeyValueStore, tabStorage } from '#api/browser-storage.ts';
import { reloadsMax } from './page-time-limit.ts';

const reloadsKey = 'emporion.reloads';

/** Counts one reload in advance; false when the bound is reached and a person has to decide. */
export function mayReload(storage: KeyValueStore = tabStorage): boolean {
  const reloads = Number(storage.getItem(reloadsKey) ?? 0);
  if (!(reloads < reloadsMax)) return false;
  storage.setItem(reloadsKey, String(reloads + 1));
  return true;
}

/** A page has arrived: the next trouble starts counting anew. */
export function forgetReloads(storage: KeyValueStore = tabStorage): void {
  storage.removeItem(reloadsKey);
}
