import { type KeyValueStore, tabStorage } from './browser-storage.ts';
import { type draftKeys, session } from './session.ts';

/** Drafts of forms about money. They hold no passwords and no codes, and end with the session. */
type DraftKey = (typeof draftKeys)[number];

interface StoredDraft {
  readonly owner: string | null;
  readonly draft: unknown;
}

/** The draft as it was written. The caller checks its shape: an earlier version may have written it. */
export function readDraft(key: DraftKey, storage: KeyValueStore = tabStorage): unknown {
  try {
    const { owner, draft } = JSON.parse(storage.getItem(key) ?? '') as StoredDraft;
    return owner === session.read().email ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(key: DraftKey, draft: unknown, storage: KeyValueStore = tabStorage): void {
  const { token, email } = session.read();
  if (token === null) return;
  const stored: StoredDraft = { owner: email, draft };
  try {
    storage.setItem(key, JSON.stringify(stored));
  } catch {
    // A full storage costs the draft and nothing else.
  }
}

export function forgetDraft(key: DraftKey, storage: KeyValueStore = tabStorage): void {
  storage.removeItem(key);
}
