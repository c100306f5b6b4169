import type { ExportCell, ExportColumn, ExportTable } from '../export-table.ts';
import { beginsFormula } from './csv.ts';
import { zipOf } from './zip.ts';

/** A spreadsheet counts with so many digits and loses the others: what has more is a text there. */
const digitsMax = 15;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The numbers of the styles below. */
const styles = { plain: 0, header: 1, time: 2, quoted: 3, decimal: 4 } as const;
const styleSheet = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>
<numFmt numFmtId="165" formatCode="0.##################"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/>
<xf xfId="0" quotePrefix="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** A table as a workbook with one sheet, whose first row stays in sight. */
export function xlsxOf(table: ExportTable): AsyncGenerator<Buffer> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const name = escaped(table.title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31));
  return zipOf([
    {
      name: '[Content_Types].xml',
      parts: [
        `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
      ],
    },
    { name: '_rels/.rels', parts: [relationsOf([['officeDocument', 'xl/workbook.xml']])] },
    {
      name: 'xl/workbook.xml',
      parts: [
        `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      parts: [
        relationsOf([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
        ]),
      ],
    },
    { name: 'xl/styles.xml', parts: [styleSheet] },
    { name: 'xl/worksheets/sheet1.xml', parts: sheetOf(table) },
  ]);
}

function relationsOf(targets: readonly (readonly [string, string])[]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

async function* sheetOf({ columns, rows, zone }: ExportTable): AsyncGenerator<string> {
  const shown = columns.flatMap((column, place) => (column.isPrintedOnly ? [] : [{ column, place }]));
  const widths = shown.map(({ column: { kind } }, index) => {
    const width = kind === 'text' ? 22 : 20;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
<cols>${widths.join('')}</cols><sheetData><row>${shown.map(({ column }) => textCell(column.label, styles.header)).join('')}</row>`;
  const write = (cell: ExportCell, { kind }: ExportColumn): string => {
    if (cell === null) return '<c/>';
    if (kind === 'time') return `<c s="${styles.time}"><v>${serialOf(zone.local(Number(cell)))}</v></c>`;
    const text = String(cell);
    if (kind === 'number' && text.replaceAll(/[-.]|^-?0\./g, '').length <= digitsMax)
      return `<c s="${styles.decimal}"><v>${text}</v></c>`;
    return textCell(text, kind === 'text' && beginsFormula(text) ? styles.quoted : styles.plain);
  };
  for await (const some of rows) {
    let text = '';
    for (const row of some)
      text += `<row>${shown.map(({ column, place }) => write(row[place] ?? null, column)).join('')}</row>`;
    if (text !== '') yield text;
  }
  yield '</sheetData></worksheet>';
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Days since the end of 1899, as spreadsheets count them. */
function serialOf(local: number): string {
  return (local / 86_400_000 + 25_569).toFixed(8);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML cannot hold is left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
}
