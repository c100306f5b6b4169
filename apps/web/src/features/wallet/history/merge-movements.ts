import type { Movement } from '@emporion/contracts/rest';
import type { WalletRecord } from '../api/wallet-records.ts';

export interface MovementPage {
  readonly results: Movement[];
  readonly next: string | null;
}

/** As the query cache keeps a list that is read page by page. */
export interface MovementPages {
  readonly pages: MovementPage[];
  readonly pageParams: (string | null)[];
}

/**
 * Puts the first page, read anew, in front of what was read before: only one page is asked for, however far somebody has scrolled. What it should have and has
 * not no longer fits the filter, and goes. Where it shares nothing with what was read, there may be a gap: the list begins again.
 */
export function mergeNewest(before: MovementPages, fresh: MovementPage): MovementPages {
  const whole = { pages: [fresh], pageParams: [null] };
  const oldest = fresh.results.at(-1);
  if (fresh.next === null || oldest === undefined) return whole;
  const ids = new Set(fresh.results.map(({ id }) => id));
  const last = before.pages.findLastIndex(({ results }) => results.some(({ id }) => ids.has(id)));
  const page = before.pages[last];
  if (page === undefined) return whole;
  const kept = page.results
    .slice(page.results.findLastIndex(({ id }) => ids.has(id)) + 1)
    .filter(({ date }) => date <= oldest.date);
  return {
    pages: [{ results: [...fresh.results, ...kept], next: page.next }, ...before.pages.slice(last + 1)],
    pageParams: [null, ...before.pageParams.slice(last + 1)],
  };
}

const secondsOf = (moment: string): number => Math.floor(Date.parse(moment) / 1_000);

function isNews(movement: Movement, record: WalletRecord): boolean {
  return (
    record.updated >= secondsOf(movement.updated) &&
    (record.status !== movement.status || (record.confirmations ?? null) !== movement.confirmations)
  );
}

function changed(movement: Movement, record: WalletRecord): Movement {
  const { status, reason, hash, confirmations, confirmations_required, block_height, updated } = record;
  return {
    ...movement,
    status,
    updated: new Date(updated * 1_000).toISOString(),
    reason: reason ?? null,
    hash: hash ?? movement.hash,
    confirmations: confirmations ?? movement.confirmations,
    confirmations_required: confirmations_required ?? movement.confirmations_required,
    block_height: block_height ?? movement.block_height,
  };
}

/** What the socket tells of deposits and withdrawals, wherever in the list they are. Pages in which nothing changed stay the same objects. */
export function takeRecords(before: MovementPages, records: readonly WalletRecord[]): MovementPages {
  const byId = new Map(records.map((record) => [record.id, record]));
  let hasNews = false;
  const pages = before.pages.map((page) => {
    let isChanged = false;
    const results = page.results.map((movement) => {
      const record = byId.get(movement.id);
      if (record === undefined || !isNews(movement, record)) return movement;
      isChanged = true;
      return changed(movement, record);
    });
    hasNews ||= isChanged;
    return isChanged ? { ...page, results } : page;
  });
  return hasNews ? { ...before, pages } : before;
}
