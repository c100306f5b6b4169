import { type PageRequest, placeOf, type TimeRange } from './page.ts';

/** The conditions of a query and the values that belong to their placeholders. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** The placeholder of a value that is no condition. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Leaves out what was not asked for. `column` is never a caller's text. */
  equal(column: string, value: string | number | undefined): this {
    if (value !== undefined) this.#parts.push(`${column} = ${this.value(value)}`);
    return this;
  }

  between(column: string, { from, to }: TimeRange): this {
    if (from !== undefined) this.#parts.push(`${column} >= ${this.value(from)}`);
    if (to !== undefined) this.#parts.push(`${column} < ${this.value(to)}`);
    return this;
  }

  /** What comes after the cursor in a list whose newest is first. */
  after(columns: readonly string[], { cursor }: PageRequest): this {
    if (cursor === undefined) return this;
    const place = placeOf(cursor, columns.length).map((part) => this.value(part));
    this.#parts.push(`(${columns.join(', ')}) < (${place.join(', ')})`);
    return this;
  }

  get where(): string {
    return this.#parts.length === 0 ? '' : `WHERE ${this.#parts.join(' AND ')}`;
  }
}
