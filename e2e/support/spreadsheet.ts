import { inflateRawSync } from 'node:zlib';

/** Lines of comma-separated values as RFC 4180 has them. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/g;
  for (const [, quoted, plain, end] of text.replace(/^\uFEFF/, '').matchAll(cell)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

/** One file of a ZIP archive, found by the archive's own table of contents. */
function unzip(archive: Buffer, name: string): string {
  let at = archive.readUInt32LE(archive.lastIndexOf('PK\u0005\u0006') + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const found = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (found === name) {
      const size = archive.readUInt32LE(at + 20);
      const header = archive.readUInt32LE(at + 42);
      const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
      const packed = archive.subarray(start, start + size);
      const isDeflated = archive.readUInt16LE(at + 10) === 8;
      return (isDeflated ? inflateRawSync(packed) : packed).toString('utf8');
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  throw new Error(`The archive has no ${name}.`);
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const plain = (xml: string) => xml.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name) => entities[name] ?? '');

/** The cells of a workbook's first sheet, as they are written; a formula would be found as a text that begins with `=`. */
export function parseXlsx(archive: Buffer): string[][] {
  const sheet = unzip(archive, 'xl/worksheets/sheet1.xml');
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) => {
      const formula = /<f>(.*?)<\/f>/s.exec(cell)?.[1];
      if (formula !== undefined) return `=${plain(formula)}`;
      return plain(/<(?:t|v)\b[^>]*>(.*?)<\/(?:t|v)>/s.exec(cell)?.[1] ?? '');
    }),
  );
}
