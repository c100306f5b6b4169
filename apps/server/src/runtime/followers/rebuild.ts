import type pg from 'pg';
import { readTip } from '#runtime/journal/read-journal.ts';
import { resetFollowers } from './checkpoints.ts';
import type { DurableFollower } from './follower.ts';
import { FollowerGroup } from './follower-group.ts';

export interface Rebuilt {
  readonly batch: number;
  readonly event: number;
}

/**
 * Empties the tables of followers and makes them again from the first batch of the journal. When it is interrupted, the next start of the server goes on
 * from where it was. Nobody else may run them meanwhile. Those that only have effects are left alone.
 */
export async function rebuildFollowers(
  client: pg.ClientBase,
  followers: readonly DurableFollower[],
  onReached: (reached: Rebuilt) => void = () => undefined,
): Promise<Rebuilt> {
  const projections = followers.filter(({ tables }) => tables.length > 0);
  let reached: Rebuilt = { batch: 0, event: 0 };
  if (projections.length === 0) return reached;
  await resetFollowers(client, projections);
  // An exchange that never started has no origin, and nothing to project.
  if (!(await readTip(client, 0))) return reached;
  const { group } = await FollowerGroup.open(client, projections);
  while ((await group.advance(client)) !== 'none') {
    const { batch, event } = group.tip;
    reached = { batch, event };
    onReached(reached);
  }
  // What was emptied and filled again has no statistics yet, and a planner without them guesses badly.
  await client.query('ANALYZE');
  return reached;
}
