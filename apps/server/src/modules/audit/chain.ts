import { createHash, createHmac } from 'node:crypto';

/** What the hash of a row covers. Texts of JSON are as they were written, for two texts of one value have two hashes. */
export interface ChainedRow {
  readonly number: number;
  /** Microseconds since 1970, as the database keeps moments. */
  readonly happenedAtMicros: string;
  readonly action: string;
  readonly actorId: string;
  readonly subjectId: string | null;
  readonly object: string | null;
  readonly approvalId: string | null;
  readonly before: string;
  readonly after: string;
  readonly personalHash: Buffer;
  readonly previousHash: Buffer;
}

/** What the first row follows. */
export const originHash = Buffer.alloc(32);

export function hashOfRow(row: ChainedRow): Buffer {
  const words = JSON.stringify([
    'audit-1',
    row.number,
    row.happenedAtMicros,
    row.action,
    row.actorId,
    row.subjectId,
    row.object,
    row.approvalId,
    row.before,
    row.after,
    row.personalHash.toString('hex'),
    row.previousHash.toString('hex'),
  ]);
  return createHash('sha256').update(words).digest();
}

/** Keyed with a salt that goes with the values: when both are erased, nobody can try values against the hash. */
export function hashOfPersonal(salt: Buffer, content: string): Buffer {
  return createHmac('sha256', salt).update(content).digest();
}
