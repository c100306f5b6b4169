import type { Projections } from '#platform/projections.ts';

const patienceMs = 300_000;
/** What the product asks for at least. A test that asks for less wants to see that a history is behind. */
const askedMsMin = 1_000;

/**
 * The product waits a second or a few for a history, and then answers with what there is, or refuses. A machine that stands still for so long is slow, not
 * wrong: here whoever waits does so until it is there.
 */
export function patient(projections: Projections): Projections {
  return {
    ...projections,
    caughtUp: (followers, batch, timeoutMs = askedMsMin) =>
      projections.caughtUp(followers, batch, timeoutMs < askedMsMin ? timeoutMs : patienceMs),
  };
}

/** Does something while a test holds a history back, and nobody is to wait for it for long. */
export async function withoutPatience<Result>(
  projections: Projections,
  work: () => Promise<Result>,
): Promise<Result> {
  const { caughtUp } = projections;
  projections.caughtUp = (followers, batch) => caughtUp(followers, batch, askedMsMin - 1);
  try {
    return await work();
  } finally {
    projections.caughtUp = caughtUp;
  }
}
