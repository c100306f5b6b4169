import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { queryInteger } from '#rest/numbers.ts';

/** What a client may write; the specification's own default for the list of exchanges is this large. */
const limitWritten = 10_000_000;
const offsetMax = 1_000_000;

/**
 * A page of a list. A larger limit than the list allows is served as the largest allowed, because existing clients ask
 * for everything at once; no answer is unbounded for that.
 */
export function pageQuery({
  limitDefault = 50,
  limitMax = 200,
}: {
  limitDefault?: number;
  limitMax?: number;
} = {}) {
  return z.strictObject({
    limit: described(
      z.prefault(
        z.pipe(
          queryInteger({ min: 1, max: limitWritten }),
          z.transform((limit) => Math.min(limit, limitMax)),
        ),
        limitDefault,
      ),
      `How many rows to answer; at most ${limitMax} are.`,
    ),
    offset: described(
      z.prefault(queryInteger({ min: 0, max: offsetMax }), 0),
      'How many rows to leave out first.',
    ),
  });
}
