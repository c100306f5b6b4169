import type { Platform } from '#platform/platform.ts';

/** Works on one after another. One that cannot be worked on is logged and left for the next turn, and keeps none of the others waiting. */
export async function eachByItself<Row extends { readonly id: string }>(
  { log }: Pick<Platform, 'log'>,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row);
    } catch (err) {
      log.error({ part: 'wallet', id: row.id, err }, 'a movement could not be taken up, and is tried again');
    }
  }
}
