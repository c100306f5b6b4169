import { type RawBuilder, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** The last row of a page, by which the next one begins: by its time, as fine as its list has it, and its id. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

const pattern =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d{3})?Z)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** @throws Problem unprocessable_entity with value_invalid on the field `cursor`, for what we never gave out. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, at, id] = pattern.exec(text) ?? [];
  if (at === undefined || id === undefined || !isMoment(at))
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  return { at, id };
}

/** Whether the calendar has it. The database has no year 0, which JavaScript has. */
function isMoment(at: string): boolean {
  const moment = new Date(at);
  const toMilliseconds = `${at.slice(0, 23)}Z`;
  return (
    !Number.isNaN(moment.getTime()) && moment.toISOString() === toMilliseconds && moment.getUTCFullYear() > 0
  );
}

/** A time of a list that is kept to the microsecond, which a `Date` would cut off: rows of the same millisecond would be lost between two pages. */
export function exactTime(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

export function writeCursor(
  last: { readonly createdAt: Date | string; readonly id: string } | undefined,
): string | null {
  if (!last) return null;
  const { createdAt, id } = last;
  return `${typeof createdAt === 'string' ? createdAt : createdAt.toISOString()}~${id}`;
}
