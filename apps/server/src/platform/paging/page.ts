import { Problem } from '#platform/http/problem.ts';

/** Which part of a list: `limit` rows after the one that `cursor` names, or the first ones. */
export interface PageRequest {
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page; null when this is the last. */
  readonly next: string | null;
}

/** In milliseconds since 1970: from the first inclusive, to the second exclusive. */
export interface TimeRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const cursorPattern = /^[0-9]{1,16}(?:-[0-9]{1,16}){1,2}$/;

/** Where a row stands in its list: its time, then what tells it from others of that time. */
export type Place = readonly number[];

export function cursorOf(place: Place): string {
  return place.join('-');
}

/** @throws Problem unprocessable_entity with value_invalid on the field `cursor`. */
export function placeOf(cursor: string, length: number): Place {
  const place = cursor.split('-').map(Number);
  if (!cursorPattern.test(cursor) || place.length !== length || !place.every(Number.isSafeInteger)) {
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  }
  return place;
}

/** Makes a page out of one row more than was asked for: that one only tells that there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit }: PageRequest,
  place: (row: Row) => Place,
): Page<Row> {
  const last = rows[limit - 1];
  return rows.length > limit && last
    ? { rows: rows.slice(0, limit), next: cursorOf(place(last)) }
    : { rows, next: null };
}
