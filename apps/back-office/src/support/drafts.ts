import { tabStorage } from '@emporion/web/api/browser-storage.ts';

/** What somebody is writing in a ticket. */
export interface Draft {
  readonly mode: 'reply' | 'note';
  readonly text: string;
}

const key = 'ticket-drafts';
const draftsMax = 20;
const charactersMax = 20_000;

type Kept = readonly (Draft & { readonly ticket: string })[];

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(tabStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function write(kept: Kept): void {
  try {
    tabStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Where there is no room left the page works as before, without what it would have kept.
  }
}

export function draftOf(ticket: string): Draft | undefined {
  return read().find((draft) => draft.ticket === ticket);
}

/** Keeps it in this tab until it is sent, so that a reload loses nothing. An empty one is forgotten, and so are the oldest of many. */
export function keepDraft(ticket: string, { mode, text }: Draft): void {
  const others = read().filter((draft) => draft.ticket !== ticket);
  const own = text.trim() === '' ? [] : [{ ticket, mode, text: text.slice(0, charactersMax) }];
  write([...own, ...others].slice(0, draftsMax));
}

/** Whoever logs in next in this tab finds nothing of it. */
export function forgetDrafts(): void {
  tabStorage.removeItem(key);
}
