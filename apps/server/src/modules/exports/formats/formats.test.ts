import { Readable } from 'node:stream';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ExportCell, type ExportTable, ZoneClock } from '../export-table.ts';
import { pdfOf } from '../pdf/pdf.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

const at = Date.parse('2026-03-29T00:59:59Z');

function tableOf(rows: ExportTable['rows']): ExportTable {
  return {
    ...{ fileName: 'test', title: 'История кошелька', notes: ['Период: с начала'], empty: 'Нет строк' },
    columns: [
      { label: 'Время', kind: 'time', width: 1 },
      { label: 'Метка', kind: 'text', width: 2 },
      { label: 'Сумма', kind: 'number', width: 1 },
      { label: 'Кратко', kind: 'text', width: 1, isPrintedOnly: true },
    ],
    rows,
    totals: () => ({
      title: 'Итоги',
      columns: [{ label: 'Монета', kind: 'text', width: 1 }],
      rows: [['BTC']],
    }),
    pageLabel: (page) => `Страница ${page}`,
    showNumber: (decimal) => decimal.replace('.', ','),
    zone: new ZoneClock('Europe/Berlin'),
  };
}

async function* of(...rows: readonly ExportCell[][]): AsyncGenerator<readonly (readonly ExportCell[])[]> {
  yield rows;
}

async function all(parts: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const part of parts) found.push(Buffer.from(part));
  return Buffer.concat(found);
}

describe('times', () => {
  it('are those of the clocks in the zone, on both sides of the hour that summer leaves out', () => {
    const { zone } = tableOf(of());
    expect([zone.show(at), zone.show(at + 1_000)]).toEqual(['2026-03-29 01:59:59', '2026-03-29 03:00:00']);
  });
});

describe('CSV', () => {
  it('has a mark of its encoding, quotes what needs it, and calculates nothing', async () => {
    const rows = of(
      [at, '=HYPERLINK("http://evil")', '-1.5', 'short'],
      [at, 'plain, "quoted"\nline', '0', ''],
      // Cut at the semicolon, where lists have those.
      [at, 'rent; =1+1', '0', ''],
      ...['+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1'].map((text) => [at, text, null, null]),
    );
    const text = (await all(csvOf(tableOf(rows)))).toString();
    expect(text.split('\r\n')).toEqual([
      '\ufeffВремя (UTC),Метка,Сумма',
      '2026-03-29 00:59:59,"\'=HYPERLINK(""http://evil"")",-1.5',
      '2026-03-29 00:59:59,"plain, ""quoted""\nline",0',
      '2026-03-29 00:59:59,"rent;\' =1+1",0',
      ...["'+1", "'-1", "'@SUM(A1)", "'\t=1", "' =1", "'＝1"].map((cell) => `2026-03-29 00:59:59,"${cell}",`),
      '',
    ]);
  });
});

/** The files of an archive, by what its directory says. */
function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [packed, nameLength, begin] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const content = begin + 30 + nameLength;
    const text = inflateRawSync(archive.subarray(content, content + packed));
    expect(text.length).toBe(archive.readUInt32LE(at + 24));
    files.set(name, text.toString());
    at += 46 + nameLength;
  }
  return files;
}

describe('a workbook', () => {
  it('has numbers as numbers where a spreadsheet keeps all digits, and texts that are never formulas', async () => {
    const rows = of(
      [at, '=1+1', '123456.789', null],
      [at, 'a<b>&"c"\u0000', '0.123456789012345678', null],
      [at, null, '-0.00000001', null],
    );
    const files = unzipped(await all(xlsxOf(tableOf(rows))));
    expect([...files.keys()]).toEqual([
      ...[
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/workbook.xml',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
      ],
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(
      [...sheet.matchAll(/<c[^>]*>(.*?)<\/c>/g)].map(([, cell]) => cell?.replace(/<[^>]*>/g, '')),
    ).toEqual([
      ...['Время', 'Метка', 'Сумма'],
      ...['46110.08332176', '=1+1', '123456.789'],
      ...['46110.08332176', 'a&lt;b&gt;&amp;&quot;c&quot;', '0.123456789012345678'],
      ...['46110.08332176', '-0.00000001'],
    ]);
    expect(sheet).toContain('<c s="3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<c s="4"><v>123456.789</v></c>');
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">0.123456789012345678');
  });
});

/** The texts of a PDF, drawn by drawn, as a reader that copies them would get them; every object lies where the file says. */
function textsOf(file: Buffer): string[] {
  const text = file.toString('latin1');
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe('xref');
  const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(([, place]) => Number(place));
  for (const [index, place] of places.entries())
    expect(text.slice(place, place + 12)).toContain(`${index + 1} 0 obj`);
  const streams = places.flatMap((place) => {
    const [head, length] =
      /^\d+ 0 obj\n<< \/Filter \/FlateDecode \/Length (\d+)[^\n]*\nstream\n/.exec(text.slice(place)) ?? [];
    return head
      ? [
          inflateSync(file.subarray(place + head.length, place + head.length + Number(length))).toString(
            'latin1',
          ),
        ]
      : [];
  });
  const map = new Map(
    streams.flatMap((stream) =>
      [...stream.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, glyph = '', character = '']) => [
        glyph,
        Buffer.from(character, 'hex').swap16().toString('utf16le'),
      ]),
    ) as [string, string][],
  );
  return streams.flatMap((stream) =>
    [...stream.matchAll(/<([0-9a-f]+)> Tj/g)].map(([, glyphs = '']) =>
      (glyphs.match(/.{4}/g) ?? []).map((glyph) => map.get(glyph) ?? '?').join(''),
    ),
  );
}

describe('a PDF', () => {
  const printed = (rows: ExportTable['rows']) =>
    all(pdfOf(tableOf(rows), { brand: 'Agora', language: 'ru', created: new Date(at) }));

  it('has the title, the heads, the rows and the totals, Cyrillic included', async () => {
    const file = await printed(of([at, 'Холодный кошелёк', '1234.5', 'BTC · …7K2M']));
    expect(textsOf(file)).toEqual([
      ...['История кошелька', 'Период: с начала', 'Время', 'Метка', 'Сумма', 'Кратко'],
      ...[
        '2026-03-29 01:59:59',
        'Холодный кошелёк',
        '1234,5',
        'BTC · …7K2M',
        'Итоги',
        'Монета',
        'BTC',
        'Страница 1',
      ],
    ]);
    // The outlines of the few letters that are used, and not all of the font.
    expect(file.length).toBeLessThan(60_000);
  });

  it('goes on to further pages under the same heads, and breaks what is too long for its column', async () => {
    const long = 'x'.repeat(500);
    const texts = textsOf(
      await printed(
        of(...Array.from({ length: 100 }, (_, row) => [at, row === 0 ? long : `row ${row}`, '1', ''])),
      ),
    );
    expect(texts.filter((text) => text === 'Время').length).toBe(3);
    expect(texts.filter((text) => /^row \d+$/.test(text)).length).toBe(99);
    expect(texts.filter((text) => text.startsWith('xxx')).map((text) => text.endsWith('…'))).toEqual([
      false,
      false,
      true,
    ]);
    expect(texts.at(-1)).toBe('Страница 3');
  });

  it('breaks a number that is longer than its column, and leaves out none of its digits', async () => {
    const most = String(2n ** 256n - 1n);
    const texts = textsOf(await printed(of([at, 'Token', most, ''])));
    const lines = texts.filter((text) => /^[0-9\u00a0\u202f ]{5,}$/.test(text));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('').replaceAll(/[^0-9]/g, '')).toBe(most);
  });

  it('says so when there is nothing', async () => {
    expect(textsOf(await printed(of()))).toContain('Нет строк');
  });
});

it.each([
  ['CSV', csvOf],
  ['a workbook', xlsxOf],
  ['a PDF', (table: ExportTable) => pdfOf(table, { brand: 'Agora', language: 'ru', created: new Date(at) })],
])(
  '%s is made as fast as it is read, and no faster',
  async (_name, format: (table: ExportTable) => AsyncGenerator<Buffer | string>) => {
    let made = 0;
    const rows = async function* (): AsyncGenerator<readonly (readonly ExportCell[])[]> {
      for (let batch = 0; batch < 400; batch += 1) {
        made += 250;
        yield Array.from({ length: 250 }, (_, row) => [
          at + row,
          `address-${batch}-${Math.imul(batch, row)}`,
          `${row}.${batch}`,
          null,
        ]);
      }
    };
    const stream = Readable.from(format(tableOf(rows())), { objectMode: false, highWaterMark: 65_536 });
    for (let reads = 0; reads < 3; reads += 1)
      await stream[Symbol.asyncIterator]()
        .next()
        .catch(() => undefined);
    expect(made).toBeLessThan(100_000);
    stream.destroy();
  },
);
