import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';

export const anchorJob = 'audit.anchor';
/** What stands in the journal before the hash. */
export const anchorTopic = 'audit';

export const anchorReference = (number: number) => `audit:${number}`;

/** Puts the hash of the newest row into the journal: from then on the log up to there cannot be rewritten without rewriting the journal. The same row goes in once. */
export async function anchorAudit({
  database,
  runtime,
}: Pick<Platform, 'database' | 'runtime'>): Promise<void> {
  const { rows } = await sql<{ number: number; hash: string; anchored: number }>`
    select number::float8 as number, encode(hash, 'hex') as hash, anchored_number::float8 as anchored from audit_tip
  `.execute(database.kysely);
  const [tip] = rows;
  invariant(tip !== undefined, 'the audit log has lost its tip');
  if (tip.number === tip.anchored) return;
  const reference = anchorReference(tip.number);
  const result = await runtime.execute({
    ...{ kind: 'AnchorDigest', key: reference, topic: anchorTopic },
    ...{ digest: tip.hash, reference, actor: 'schedule' },
  });
  invariant(result.status === 'accepted', 'the journal refused the hash of the audit log');
  await sql`
    update audit_tip set anchored_number = ${tip.number} where anchored_number < ${tip.number}
  `.execute(database.kysely);
}
