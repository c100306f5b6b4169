import type { UndeliveredMessage } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { maskedEmail } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';

/** For so long the dashboard counts them. */
export const undeliveredDays = '7';

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly now: Date;
  /** Whether the reader may see who people are. */
  readonly persons: boolean;
}

interface Row extends Omit<UndeliveredMessage, 'time'> {
  readonly at: Date;
  readonly micros: string;
}

const cursorPattern = /^([0-9]{1,17}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The newest first, without what they said: that holds codes and links. @throws Problem unprocessable_entity for a cursor that is none. */
export async function listUndelivered(
  db: QueryExecutorProvider,
  { limit, cursor, now, persons }: Asked,
): Promise<{ results: UndeliveredMessage[]; next: string | null }> {
  const [, micros, id] = cursorPattern.exec(cursor ?? '') ?? [];
  if (cursor !== undefined && id === undefined)
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  const after =
    micros === undefined
      ? sql`true`
      : sql`(created_at, id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;
  const { rows } = await sql<Row>`
    select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint::text as micros, channel, recipient, template,
      attempts, last_error as error
    from messages
    where status = 'failed' and created_at > ${now}::timestamptz - interval '${sql.raw(undeliveredDays)} days' and ${after}
    order by created_at desc, id desc limit ${limit + 1}
  `.execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    results: shown.map(({ at, micros: _, recipient, ...message }) => ({
      ...message,
      time: at.toISOString(),
      recipient: persons ? recipient : masked(recipient),
      // A mail server may name the address in what it answers.
      error: persons ? message.error : (message.error?.replaceAll(recipient, masked(recipient)) ?? null),
    })),
    next: last ? `${last.micros}:${last.id}` : null,
  };
}

const masked = (recipient: string) =>
  recipient.includes('@') ? maskedEmail(recipient) : `***${recipient.slice(-2)}`;
