import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentKind } from './content.ts';

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const page = '<< /Type /Page >> (Javascript, stream, obj)';

const pdf = (...parts: (string | Buffer)[]) =>
  contentKind(
    Buffer.concat([
      Buffer.from('%PDF-1.7\n', 'latin1'),
      ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
      Buffer.from('\n%%EOF\n'),
    ]),
  );
const inStream = (content: string, dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode') =>
  pdf(
    `5 0 obj\n<< ${dictionary} >>\nstream\r\n`,
    deflateSync(Buffer.from(`7 0 ${content}`)),
    '\nendstream\nendobj',
  );

describe('a PDF', () => {
  it('is taken with objects in a compressed stream, pictures, links and fonts', async () => {
    expect(await inStream(page)).toBe('pdf');
    expect(await inStream(page, '/Type/ObjStm/N 1/First 4/Length 9/Filter[/Fl]')).toBe('pdf');
    const picture = '/Subtype /Image /Filter /DCTDecode /DecodeParms << /Predictor 15 >> /Title (a \\( b)';
    expect(await inStream('pixels', picture)).toBe('pdf');
    expect(await pdf('<< /S /URI /URI (https://example.org) /JSON 1 >>\n(a live stream of it)')).toBe('pdf');
  });

  it('is refused for a script in a compressed stream of objects', async () => {
    expect(await inStream(script)).toBe('active');
    expect(await inStream('<< /S /#4caunch /F (cmd.exe) >>')).toBe('active');
    expect(await inStream(script, '/Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode')).toBe('active');
    expect(await inStream(script, '/N 1 /Firs#74 4 /Filter [/Flate#44ecode]')).toBe('active');
    expect(await inStream(script, '/N 1 /First 4 /X (6 0 obj <<%)\n/Filter /FlateDecode')).toBe('active');
  });

  it.each([
    '/SubmitForm /F (https://example.org)',
    '/GoToR /F (\\\\\\\\host\\\\share)',
    '/GoToE',
    '/ImportData',
    '/RichMedia',
    '/EmbeddedFile',
    '/EmbeddedFiles',
    '/Rendition',
    '/Go#54o#52',
    '/#53ubmitForm',
  ])('is refused for %s in the clear', async (name) => {
    expect(await pdf(`1 0 obj\n<< /S ${name} >>\nendobj`)).toBe('active');
  });

  it.each([
    ['encrypted', () => pdf('trailer << /Encrypt 5 0 R >>')],
    ['damaged', () => pdf('5 0 obj << /N 1 /First 4 /Filter /FlateDecode >>\nstream\nnothing')],
    ['packed by other means', () => inStream(page, '/N 1 /First 4 /Filter [/LZWDecode]')],
    ['packed twice', () => inStream(page, '/N 1 /First 4 /Filter [/FlateDecode /FlateDecode]')],
    ['packed as another object says', () => inStream(page, '/N 1 /First 4 /Filter 9 0 R')],
    ['predicted', () => inStream(page, '/N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 2 >>')],
    ['longer than anybody reads', () => inStream(' '.repeat(33_600_000))],
    ['behind a comment', () => pdf('5 0 obj << /N 1 /First 4 >> % a\nstream\nnothing')],
  ])('is refused where its objects are %s', async (_how, kind) => {
    expect(await kind()).toBe('active');
  });

  it('is looked through in pieces that others come between, and none of its names is cut', async () => {
    const pieces = 262_144;
    const at = (name: string, before: number) =>
      pdf(' '.repeat(2 * pieces - 9 - before), name, ' '.repeat(9));
    for (const before of [0, 1, 5, 11, 12, 48]) {
      expect(await at('/JavaScript', before)).toBe('active');
      expect(await at('/JavaScripted', before)).toBe('pdf');
    }
    let turns = 0;
    let isOver = false;
    const checked = inStream(' '.repeat(20 * pieces)).finally(() => (isOver = true));
    while (!isOver) {
      await new Promise((turn) => setImmediate(turn));
      turns += 1;
    }
    expect(await checked).toBe('pdf');
    expect(turns).toBeGreaterThan(19);
  });
});
