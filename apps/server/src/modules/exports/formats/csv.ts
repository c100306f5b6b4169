import type { ExportCell, ExportColumn, ExportTable } from '../export-table.ts';

/** Without it, spreadsheets take the text for another encoding. */
const byteOrderMark = '\ufeff';

/** A table as RFC 4180 has it. Its times are of UTC, and their columns say so: there is no line in it that could name another zone. */
export async function* csvOf({ columns, rows }: ExportTable): AsyncGenerator<string> {
  const shown = columns.flatMap((column, place) => (column.isPrintedOnly ? [] : [{ column, place }]));
  const nameOf = ({ label, kind }: ExportColumn): string => (kind === 'time' ? `${label} (UTC)` : label);
  yield `${byteOrderMark}${shown.map(({ column }) => quoted(nameOf(column))).join(',')}\r\n`;
  const write = (cell: ExportCell, { kind }: ExportColumn): string => {
    if (cell === null) return '';
    if (kind === 'time') return new Date(Number(cell)).toISOString().slice(0, 19).replace('T', ' ');
    return kind === 'number' ? String(cell) : quoted(withoutFormula(String(cell)));
  };
  for await (const some of rows) {
    let text = '';
    for (const row of some)
      text += `${shown.map(({ column, place }) => write(row[place] ?? null, column)).join(',')}\r\n`;
    if (text !== '') yield text;
  }
}

/**
 * A text that a spreadsheet would calculate is made one that it shows, by the apostrophe that it knows for this. Whoever names an address chooses the text.
 * Where lists are separated by semicolons a spreadsheet also cuts within our quotes: so what follows one is treated alike.
 */
export function withoutFormula(text: string): string {
  const shown = text.replace(/(?<!^)([;\t\r\n])(?=[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu, "$1'");
  return beginsFormula(shown) ? `'${shown}` : shown;
}

/** Whether a spreadsheet would take a text for a formula. */
export function beginsFormula(text: string): boolean {
  return /^[\s\p{Cf}]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u.test(text);
}

function quoted(text: string): string {
  return /[",\r\n;\t]/.test(text) || text.startsWith("'") ? `"${text.replaceAll('"', '""')}"` : text;
}
