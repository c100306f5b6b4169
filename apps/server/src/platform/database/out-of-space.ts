import { statfsSync } from 'node:fs';

/** PostgreSQL's own word for it, and the operating system's. */
const codes = new Set(['53100', 'ENOSPC']);
const words = /no space left on device|disk quota exceeded/i;

/** Less than this and PostgreSQL cannot begin another segment of its log, which ends it. */
const segmentBytes = 16 * 1024 * 1024;

/** True when a statement failed because the disk of the database is full. Nothing of it was written. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && codes.has(String(error.code))) || words.test(error.message);
}

/** True when the file system of a folder has no room for the database to go on. A folder that is gone says nothing. */
export function isFull(folder: string): boolean {
  return (freeBytes(folder) ?? Number.POSITIVE_INFINITY) < segmentBytes;
}

/** What an ordinary user may still write on the file system of a folder. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
