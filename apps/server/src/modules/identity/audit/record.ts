import { type QueryExecutorProvider, sql } from 'kysely';
import type { Origin } from '../origins/origin.ts';

export interface SecurityEvent {
  /** What happened, in the past tense, such as `password_changed`. */
  readonly event: string;
  /** Whose account it concerns. */
  readonly userId?: string | undefined;
  /** Who did it. Left out when nobody was logged in. */
  readonly actorId?: string | undefined;
  /** From where. Null for what the server did by itself, and for nothing that a request asked for. */
  readonly origin: Origin | null;
  /** Never a secret, a code, a token or a password: the log is for reading. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/** Writes within the transaction of what it tells about, so that neither stands without the other. */
export async function recordSecurityEvent(db: QueryExecutorProvider, record: SecurityEvent): Promise<void> {
  const { event, userId = null, actorId = null, origin, details = {} } = record;
  await sql`
    insert into security_events (event, user_id, actor_id, address, place, device, details)
    values (
      ${event}, ${userId}, ${actorId}, ${origin?.address ?? null}, ${origin?.place ?? null},
      ${origin?.device ?? null}, ${JSON.stringify(details)}::jsonb
    )
  `.execute(db);
}
