/** What a column holds: times are milliseconds since 1970, numbers decimals as text. */
export type ColumnKind = 'text' | 'number' | 'time';

export interface ExportColumn {
  readonly label: string;
  readonly kind: ColumnKind;
  /** Its part of the width of a printed page. Undefined: it is not printed. */
  readonly width?: number;
  /** Only printed: it says in short what others say in full. */
  readonly isPrintedOnly?: true;
}

/** One cell of a row: as its column says; null for none. */
export type ExportCell = string | number | null;

/** A table that is made while it is written: nobody ever has all of its rows. */
export interface ExportTable {
  /** Without an ending. */
  readonly fileName: string;
  readonly title: string;
  /** Lines below the title. */
  readonly notes: readonly string[];
  readonly columns: readonly ExportColumn[];
  /** Some at a time. */
  readonly rows: AsyncIterable<readonly (readonly ExportCell[])[]>;
  /** What stands below the rows of a printed table, once all of them have passed. */
  totals?(): {
    readonly title: string;
    readonly columns: readonly ExportColumn[];
    readonly rows: readonly (readonly ExportCell[])[];
  };
  /** What is printed in place of rows when there are none. */
  readonly empty: string;
  /** What a printed page says of its number. */
  pageLabel(page: number): string;
  /** A decimal as the reader writes it. */
  showNumber(decimal: string): string;
  readonly zone: ZoneClock;
}

const quarterMs = 900_000;
const dayMs = 86_400_000;

/**
 * Writes moments as the clocks of a time zone show them. How far those are ahead is asked once for a day, or on a day on which they are put forward or back once
 * for every quarter of an hour: no zone changes in between.
 */
export class ZoneClock {
  readonly timeZone: string;
  readonly #format: Intl.DateTimeFormat;
  #known = { from: 0, to: 0, aheadMs: 0 };

  /** For a zone that there is. */
  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.#format = new Intl.DateTimeFormat('en', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  }

  /** The moment that clocks of UTC would have to show the same time, in milliseconds since 1970. */
  local(at: number): number {
    const { from, to } = this.#known;
    if (at < from || at >= to) this.#known = this.#stretchOf(at);
    return at + this.#known.aheadMs;
  }

  /** Such as 2026-03-10 14:05:09. */
  show(at: number): string {
    return new Date(this.local(at)).toISOString().slice(0, 19).replace('T', ' ');
  }

  #stretchOf(at: number): { from: number; to: number; aheadMs: number } {
    const day = Math.floor(at / dayMs) * dayMs;
    const aheadMs = this.#aheadAt(day);
    if (aheadMs === this.#aheadAt(day + dayMs)) return { from: day, to: day + dayMs, aheadMs };
    const from = Math.floor(at / quarterMs) * quarterMs;
    return { from, to: from + quarterMs, aheadMs: this.#aheadAt(from) };
  }

  #aheadAt(at: number): number {
    const parts = new Map(this.#format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    const date = [part('year'), part('month') - 1, part('day')] as const;
    return Date.UTC(...date, part('hour'), part('minute'), part('second')) - at;
  }
}
