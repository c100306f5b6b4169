import type { marketHaltEndpoints } from '@emporion/contracts/rest';
import type { z } from 'zod/mini';
import type { Platform } from '#platform/platform.ts';

type Waiting = Pick<z.output<typeof marketHaltEndpoints.read.response>, 'stopped' | 'proposals'>;

/** Who stopped a market, by the audit log, and what waits for a second person there. */
export async function readWaiting({ database, clock }: Platform, pair: string): Promise<Waiting> {
  const [stops, proposals] = await Promise.all([
    database.pool.query<{ by: string; time: Date; reason: string | null }>(
      `SELECT users.username AS by, happened_at AS time, content ->> 'reason' AS reason
       FROM audit_log AS log JOIN users ON users.id = actor_id LEFT JOIN audit_personal AS personal ON personal.number = log.number
       WHERE EXISTS (SELECT FROM pairs WHERE code = $1 AND state <> 'open')
         AND ((action IN ('market_halted', 'market_closed') AND object = 'market:' || $1)
           OR (action = 'all_markets_halted' AND (after -> 'halted')::jsonb ? $1))
       ORDER BY log.number DESC LIMIT 1`,
      [pair],
    ),
    database.pool.query<{ id: string; kind: string; proposer: string; proposed: Date }>(
      `SELECT approvals.id, kind, users.username AS proposer, proposed_at AS proposed
       FROM approvals JOIN users ON users.id = proposed_by
       WHERE state = 'open' AND (due_at IS NOT NULL OR expires_at > $2)
         AND kind IN ('market_reopening', 'markets_reopening', 'market_rules')
         AND (payload ->> 'pair' = $1 OR (payload -> 'pairs')::jsonb ? $1)
       ORDER BY proposed_at`,
      [pair, clock.now()],
    ),
  ]);
  const [stop] = stops.rows;
  return {
    stopped: stop ? { ...stop, time: stop.time.toISOString() } : null,
    proposals: proposals.rows.map((row) => ({ ...row, proposed: row.proposed.toISOString() })),
  };
}
