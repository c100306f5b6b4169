import type { ExportCell, ExportColumn, ExportTable } from '../export-table.ts';
import { PdfFile } from './pdf-file.ts';
import { printedFont, type TrueTypeFont } from './true-type.ts';

/** A4 across, in points. */
const page = { width: 842, height: 595, margin: 34 };
const size = { title: 15, note: 8, cell: 7 };
const lineHeight = 9;
const cellSpace = 8;
const linesMax = 3;

/** A table as pages: each has the heads of its columns and its number, the last one the totals. */
export async function* pdfOf(
  table: ExportTable,
  { brand, language, created }: { brand: string; language: string; created: Date },
): AsyncGenerator<Buffer> {
  const sheet = new Sheet(table, printedFont());
  yield sheet.file.begin();
  sheet.title(table.title, table.notes);
  sheet.heads(table.columns);
  let count = 0;
  for await (const some of table.rows) {
    for (const row of some) {
      count += 1;
      const full = sheet.row(table.columns, row);
      if (full !== undefined) yield await full();
    }
  }
  if (count === 0) sheet.note(table.empty);
  const totals = table.totals?.();
  if (totals && totals.rows.length > 0) {
    const full = sheet.section(totals.title, totals.columns);
    if (full) yield await full();
    for (const row of totals.rows) {
      const over = sheet.row(totals.columns, row);
      if (over) yield await over();
    }
  }
  yield await sheet.finish();
  yield await sheet.file.end({ title: table.title, brand, language, created });
}

type Finished = () => Promise<Buffer>;

/** The page that is being filled. */
class Sheet {
  readonly file: PdfFile;
  readonly #table: ExportTable;
  readonly #font: TrueTypeFont;
  #content = '';
  #y = page.height - page.margin;

  constructor(table: ExportTable, font: TrueTypeFont) {
    this.#table = table;
    this.#font = font;
    this.file = new PdfFile(font, [page.width, page.height]);
  }

  title(text: string, notes: readonly string[]): void {
    this.#y -= size.title;
    this.#draw(text, { x: page.margin, y: this.#y, size: size.title });
    this.#y -= 6;
    for (const note of notes) this.note(note);
  }

  note(text: string): void {
    this.#y -= size.note + 3;
    this.#draw(text, { x: page.margin, y: this.#y, size: size.note });
  }

  heads(columns: readonly ExportColumn[]): void {
    this.#y -= lineHeight + 8;
    const { margin, width } = page;
    this.#content += `0.93 g ${margin} ${this.#y - 3} ${width - 2 * margin} ${lineHeight + 4} re f 0 g\n`;
    for (const { column, x, width: room } of placesOf(columns))
      this.#cell([this.#fitted(column.label, room)], { column, x, room });
    this.#y -= 6;
  }

  /** Begins a table of its own below. Answers with the page that had no room for it, when there was one. */
  section(title: string, columns: readonly ExportColumn[]): Finished | undefined {
    const full = this.#y < page.margin + 8 * lineHeight ? this.#turn() : undefined;
    this.#y -= 10;
    this.note(title);
    this.heads(columns);
    return full;
  }

  /** Answers with the page that had no room for it, when there was one. */
  row(columns: readonly ExportColumn[], row: readonly ExportCell[]): Finished | undefined {
    const cells = placesOf(columns).map(({ column, place, x, width }) => {
      const text = this.#textOf(row[place] ?? null, column);
      // A number is never cut, however long it is.
      const lines = this.#wrapped(text, width, column.kind === 'text' ? linesMax : Number.POSITIVE_INFINITY);
      return { column, x, room: width, lines };
    });
    const height = lineHeight * Math.max(...cells.map(({ lines }) => lines.length)) + 2;
    let full: Finished | undefined;
    if (this.#y - height < page.margin + lineHeight) {
      full = this.#turn();
      this.heads(columns);
    }
    this.#y -= lineHeight;
    for (const { lines, ...cell } of cells) this.#cell(lines, cell);
    this.#y -= height - lineHeight;
    this.#content += `0.85 G 0.4 w ${page.margin} ${this.#y + 1} m ${page.width - page.margin} ${this.#y + 1} l S\n`;
    return full;
  }

  finish(): Promise<Buffer> {
    return this.#turn()();
  }

  /** Ends the page and begins another one. */
  #turn(): Finished {
    const label = this.#table.pageLabel(this.file.pages + 1 + this.#waiting);
    this.#draw(label, { x: page.margin, y: page.margin - 14, size: size.note });
    const content = this.#content;
    this.#content = '';
    this.#y = page.height - page.margin;
    this.#waiting += 1;
    return () => {
      this.#waiting -= 1;
      return this.file.page(content);
    };
  }
  /** Pages that are full and not written yet. */
  #waiting = 0;

  #cell(
    lines: readonly string[],
    { column, x, room }: { column: ExportColumn; x: number; room: number },
  ): void {
    for (const [index, line] of lines.entries()) {
      const left = column.kind === 'number' ? x + room - this.#widthOf(line, size.cell) : x;
      this.#draw(line, { x: left, y: this.#y - index * lineHeight, size: size.cell });
    }
  }

  #draw(text: string, { x, y, size: points }: { x: number; y: number; size: number }): void {
    if (text === '') return;
    this.#content += `BT /F ${points} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td <${this.file.glyphs(text)}> Tj ET\n`;
  }

  #textOf(cell: ExportCell, { kind }: ExportColumn): string {
    if (cell === null) return '';
    if (kind === 'time') return this.#table.zone.show(Number(cell));
    return kind === 'number' ? this.#table.showNumber(String(cell)) : String(cell).replaceAll(/\s+/g, ' ');
  }

  #widthOf(text: string, points: number): number {
    let units = 0;
    for (const character of text)
      units += this.#font.advanceOf(this.#font.glyphOf(character.codePointAt(0) ?? 0));
    return (units * points) / this.#font.unitsPerEm;
  }

  /** As many lines as there is room for; an address has no spaces, so any letter may be the last of a line. */
  #wrapped(text: string, room: number, most: number): string[] {
    if (this.#widthOf(text, size.cell) <= room) return [text];
    const lines: string[] = [];
    let rest = text;
    while (rest !== '' && lines.length < most) {
      const isLast = lines.length === most - 1;
      const fits = isLast ? this.#fitted(rest, room) : this.#beginning(rest, room);
      lines.push(fits.trim());
      rest = isLast ? '' : rest.slice(fits.length);
    }
    return lines;
  }

  /** The longest beginning that fits, up to a space where that loses little. */
  #beginning(text: string, room: number): string {
    let fits = '';
    let units = 0;
    const unitsMax = (room * this.#font.unitsPerEm) / size.cell;
    for (const character of text) {
      units += this.#font.advanceOf(this.#font.glyphOf(character.codePointAt(0) ?? 0));
      if (units > unitsMax) break;
      fits += character;
    }
    const space = fits.lastIndexOf(' ');
    if (fits.length < text.length && space > fits.length / 2) return fits.slice(0, space + 1);
    return fits === '' ? ([...text][0] ?? '') : fits;
  }

  #fitted(text: string, room: number): string {
    if (this.#widthOf(text, size.cell) <= room) return text;
    return `${this.#beginning(text, room - this.#widthOf('…', size.cell)).trimEnd()}…`;
  }
}

/** Where the columns that are printed stand. */
function placesOf(columns: readonly ExportColumn[]) {
  const printed = columns.flatMap((column, place) =>
    column.width === undefined ? [] : [{ column, place, part: column.width }],
  );
  const parts = printed.reduce((sum, { part }) => sum + part, 0);
  const room = page.width - 2 * page.margin;
  let x = page.margin;
  return printed.map(({ column, place, part }) => {
    const whole = (room * part) / parts;
    const found = { column, place, x: x + cellSpace / 2, width: whole - cellSpace };
    x += whole;
    return found;
  });
}
