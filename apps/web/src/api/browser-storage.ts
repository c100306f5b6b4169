/** The part of `Storage` that the application needs; a browser that forbids storage gets one in memory. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Keeps values for the life of the page, so that a browser with storage switched off still works. */
export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
    },
    removeItem: (key) => {
      values.delete(key);
    },
  };
}

/** Reading `localStorage` throws where cookies are blocked, and writing throws when the quota is spent. */
function probed(open: () => Storage): KeyValueStore {
  try {
    const storage = open();
    const probe = 'emporion.probe';
    storage.setItem(probe, probe);
    storage.removeItem(probe);
    return storage;
  } catch {
    return memoryStore();
  }
}

export const browserStorage: KeyValueStore = probed(() => window.localStorage);

/** Lives as long as the tab; used for what must survive a reload but not the visit. */
export const tabStorage: KeyValueStore = probed(() => window.sessionStorage);
