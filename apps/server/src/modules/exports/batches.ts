import type { Page, PageRequest } from '#platform/paging/page.ts';

/** Few enough that the work on them keeps nobody waiting, many enough that asking for them does not count. */
const batchRows = 250;

/** All rows of a list, page by page: each is asked for when the one before has been taken, so memory holds one at a time. */
export async function* batches<Row>(
  list: (request: PageRequest) => Promise<Page<Row>>,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const { rows, next } = await list({ limit: batchRows, cursor });
    yield rows;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
