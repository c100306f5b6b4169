import { browserStorage, type KeyValueStore } from './browser-storage.ts';

const key = 'device_token';

/** Tells the server that this browser has been logged in before. It opens nothing, so logging out keeps it. */
export function readDeviceToken(storage: KeyValueStore = browserStorage): string | undefined {
  return storage.getItem(key) || undefined;
}

export function saveDeviceToken(token: string, storage: KeyValueStore = browserStorage): void {
  storage.setItem(key, token);
}
