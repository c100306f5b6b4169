import type { marketHaltEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { Platform } from '#platform/platform.ts';

type Waiting = Pick<z.output<typeof marketHaltEndpoints.read.response>, 'stopped' | 'proposals'>;

/** Who stopped a market, by the audit log, and what waits for a second person there. */
export async function readWaiting({ database, clock }: Platform, pair: string): Promise<Waiting> {
  const [stops, proposals] = await Promise.all([
    sql<{ by: string; time: Date; reason: string | null }>`
      select users.username as by, happened_at as time, content ->> 'reason' as reason
      from audit_log as log join users on users.id = actor_id left join audit_personal as personal on personal.number = log.number
      where exists (select from pairs where code = ${pair} and state <> 'open')
        and ((action in ('market_halted', 'market_closed', 'market_post_only') and object = ${`market:${pair}`})
          or (action = 'all_markets_halted' and (after -> 'halted')::jsonb ? ${pair}))
      order by log.number desc limit 1
    `.execute(database.kysely),
    sql<{ id: string; kind: string; proposer: string; proposed: Date }>`
      select approvals.id, kind, users.username as proposer, proposed_at as proposed
      from approvals join users on users.id = proposed_by
      where state = 'open' and (due_at is not null or expires_at > ${clock.now()})
        and kind in ('market_reopening', 'markets_reopening', 'market_rules')
        and (payload ->> 'pair' = ${pair} or (payload -> 'pairs')::jsonb ? ${pair})
      order by proposed_at
    `.execute(database.kysely),
  ]);
  const [stop] = stops.rows;
  return {
    stopped: stop ? { ...stop, time: stop.time.toISOString() } : null,
    proposals: proposals.rows.map((row) => ({ ...row, proposed: row.proposed.toISOString() })),
  };
}
