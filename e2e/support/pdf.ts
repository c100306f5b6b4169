import { inflateSync } from 'node:zlib';

/** What the streams of a PDF say, unpacked. */
function streamsOf(file: Buffer): string[] {
  const streams: string[] = [];
  let at = 0;
  for (;;) {
    const begin = file.indexOf('stream\n', at, 'latin1');
    if (begin < 0) return streams;
    const end = file.indexOf('\nendstream', begin, 'latin1');
    streams.push(inflateSync(file.subarray(begin + 'stream\n'.length, end)).toString('latin1'));
    at = end + '\nendstream'.length;
  }
}

/** The texts of a PDF as a reader copies them, in the order in which they are drawn: each glyph by the file's own table of characters. */
export function parsePdf(file: Buffer): string[] {
  const head = file.toString('latin1', 0, 5);
  const tail = file.toString('latin1').trimEnd().slice(-5);
  if (head !== '%PDF-' || tail !== '%%EOF') throw new Error('It is no whole PDF.');
  const streams = streamsOf(file);
  const table = streams.find((stream) => stream.includes('beginbfchar')) ?? '';
  const characters = new Map<string, string>();
  for (const [, glyph = '', character = ''] of table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]+)>/g))
    characters.set(glyph, Buffer.from(character, 'hex').swap16().toString('utf16le'));
  return streams.flatMap((stream) =>
    [...stream.matchAll(/<((?:[0-9a-f]{4})+)> Tj/g)].map(([, glyphs = '']) =>
      (glyphs.match(/.{4}/g) ?? []).map((glyph) => characters.get(glyph) ?? '�').join(''),
    ),
  );
}
