import type pg from 'pg';
import { readTip } from '#runtime/journal/read-journal.ts';
import { openProjection } from './project-journal.ts';
import type { Reached } from './projector.ts';
import { resetProjections } from './sql/checkpoint.ts';

/**
 * Empties the projections and makes them again from the first batch of the journal. When it is interrupted, the next start of the
 * server goes on from where it was. Nobody else may project meanwhile.
 */
export async function rebuildProjections(
  client: pg.ClientBase,
  onReached: (reached: Reached) => void = () => undefined,
): Promise<Reached> {
  await resetProjections(client);
  let reached: Reached = { batch: 0, event: 0 };
  // An exchange that never started has no origin, and nothing to project.
  if (!(await readTip(client, 0))) return reached;
  const projection = await openProjection(client);
  while ((await projection.advance()) !== 'none') {
    const { batch, event } = projection.tip;
    reached = { batch, event };
    onReached(reached);
  }
  // What was emptied and filled again has no statistics yet, and a planner without them guesses badly.
  await client.query('ANALYZE');
  return reached;
}
