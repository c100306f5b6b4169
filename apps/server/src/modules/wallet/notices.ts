import { type QueryExecutorProvider, sql } from 'kysely';
import type { NotificationRow } from '#modules/notifications/index.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';

/** A notice whose transaction may not be committed yet is looked for again this long. */
const lookForMs = 30_000;

/** Notices that were written in a transaction, until they are shown to whoever is looking. */
class WrittenNotices {
  #written: { readonly id: bigint; readonly untilMs: number }[] = [];
  #show: (row: NotificationRow) => void = () => {};

  onShown(show: (row: NotificationRow) => void): void {
    this.#show = show;
  }

  add({ id }: NotificationRow): void {
    this.#written.push({ id, untilMs: performance.now() + lookForMs });
  }

  /** Those that are committed. What was written in a transaction that failed was never there, and is forgotten. */
  async show(db: QueryExecutorProvider): Promise<void> {
    const written = this.#written;
    if (written.length === 0) return;
    this.#written = [];
    const { rows } = await sql<NotificationRow>`
      select id, user_id as "userId", template, params, created_at as "createdAt", read_at as "readAt"
      from user_notifications where id = any (${written.map(({ id }) => String(id))}::bigint[]) order by id
    `.execute(db);
    const shown = new Set(rows.map(({ id }) => id));
    const nowMs = performance.now();
    this.#written.push(...written.filter(({ id, untilMs }) => !shown.has(id) && untilMs > nowMs));
    for (const row of rows) this.#show(row);
  }
}

export const writtenNotices = defineService('notices of the wallet', () => new WrittenNotices());

/** Shows what was written, after its commit. It is kept in any case, so that nothing fails for it. */
export async function showNotices(platform: Platform): Promise<void> {
  try {
    await writtenNotices(platform).show(platform.database.kysely);
  } catch (err) {
    platform.log.error({ part: 'wallet', err }, 'notices were not shown');
  }
}
