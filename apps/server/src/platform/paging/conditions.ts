import { type RawBuilder, sql } from 'kysely';
import { type PageRequest, placeOf, type TimeRange } from './page.ts';

/** The conditions of a query. */
export class Conditions {
  readonly #parts: RawBuilder<unknown>[] = [];

  /** Leaves out what was not asked for. `column` is never a caller's text. */
  equal(column: string, value: string | number | undefined): this {
    if (value !== undefined) this.#parts.push(sql`${sql.ref(column)} = ${value}`);
    return this;
  }

  between(column: string, { from, to }: TimeRange): this {
    if (from !== undefined) this.#parts.push(sql`${sql.ref(column)} >= ${from}`);
    if (to !== undefined) this.#parts.push(sql`${sql.ref(column)} < ${to}`);
    return this;
  }

  /** What comes after the cursor in a list whose newest is first. */
  after(columns: readonly string[], { cursor }: PageRequest): this {
    if (cursor === undefined) return this;
    const place = placeOf(cursor, columns.length);
    this.#parts.push(sql`(${sql.join(columns.map((column) => sql.ref(column)))}) < (${sql.join(place)})`);
    return this;
  }

  get where(): RawBuilder<unknown> {
    return whereAll(this.#parts);
  }
}

/** What all conditions hold for; without any, everything. */
export function whereAll(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}
