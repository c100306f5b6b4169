import { Problem } from '#platform/http/problem.ts';

/** Where a page of a list ended: the rank of its last row where the list has ranks, its moment and its id. */
export interface Place {
  readonly rank: number;
  readonly at: Date;
  readonly id: string;
}

const pattern = /^([0-9]{1,3}):([0-9]{1,15}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** @throws Problem unprocessable_entity with value_invalid on the field `cursor`, for what we never gave out. */
export function readPlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, rank, at, id] = pattern.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  return { rank: Number(rank), at: new Date(Number(at)), id };
}

export function writePlace({ rank, at, id }: Place): string {
  return `${rank}:${at.getTime()}:${id}`;
}
