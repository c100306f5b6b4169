import { z } from 'zod';

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
  return z.object({
    limit: z.coerce
      .number<string | number>()
      .int()
      .min(1)
      .max(limitWritten)
      .transform((limit) => Math.min(limit, limitMax))
      .prefault(limitDefault)
      .describe(`How many rows to answer; at most ${limitMax} are.`),
    offset: z.coerce
      .number<string | number>()
      .int()
      .min(0)
      .max(offsetMax)
      .prefault(0)
      .describe('How many rows to leave out first.'),
  });
}
