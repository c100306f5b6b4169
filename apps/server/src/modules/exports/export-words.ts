import type { Language } from '@emporion/i18n';
import { formatDecimalIn, type TranslationParams, translate } from '@emporion/i18n/server';
import { type ExportColumn, type ExportTable, ZoneClock } from './export-table.ts';

export interface ExportReader {
  readonly language: Language;
  readonly timeZone: string;
  readonly now: Date;
  /** The name of the exchange. */
  readonly brand: string;
}

/** The words of an export in the language of its reader, and the clock of their zone. */
export class ExportWords {
  readonly language: Language;
  readonly brand: string;
  readonly zone: ZoneClock;
  readonly #now: Date;
  /** Words of cells, which are few and said in every row. */
  readonly #said = new Map<string, string>();

  constructor({ language, timeZone, now, brand }: ExportReader) {
    this.language = language;
    this.brand = brand;
    this.zone = new ZoneClock(timeZone);
    this.#now = now;
  }

  say(key: string, params: TranslationParams = {}): string {
    return translate(this.language, `exports.${key}`, params);
  }

  /** A word without anything to fill in. */
  word(key: string): string {
    const known = this.#said.get(key) ?? this.say(key);
    this.#said.set(key, known);
    return known;
  }

  column(name: string, kind: ExportColumn['kind'], width?: number): ExportColumn {
    return { label: this.say(`columns.${name}`), kind, ...(width !== undefined && { width }) };
  }

  /** The name of the exchange in letters that every system and header takes. */
  get fileStem(): string {
    const plain = this.brand.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
    return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'exchange';
  }

  /** What a file is called: the same in every language, so that programs find it. */
  fileName(name: string): string {
    return `${this.fileStem}-${name}-${this.zone.show(this.#now.getTime()).slice(0, 10)}`;
  }

  /** The lines below a title. */
  notes({ from, to, rows }: { from?: string | undefined; to?: string | undefined; rows: number }): string[] {
    const now = this.#now.getTime();
    const period =
      from === undefined && to === undefined
        ? this.say('labels.all_time')
        : this.say('labels.period', {
            from: from === undefined ? '…' : this.zone.show(Date.parse(from)),
            to: this.zone.show(to === undefined ? now : Date.parse(to)),
          });
    return [`${period} · ${this.say('labels.rows', { rows })}`, this.madeAt()];
  }

  madeAt(): string {
    const { timeZone: zone } = this.zone;
    return `${this.brand} · ${this.say('labels.created', { time: this.zone.show(this.#now.getTime()) })} · ${this.say('labels.zone', { zone })}`;
  }

  /** What every table says in the same way. */
  shared(): Pick<ExportTable, 'empty' | 'pageLabel' | 'showNumber' | 'zone'> {
    return {
      empty: this.say('labels.none'),
      pageLabel: (page) => this.say('labels.page', { page }),
      showNumber: (decimal) => formatDecimalIn(this.language, decimal),
      zone: this.zone,
    };
  }
}
