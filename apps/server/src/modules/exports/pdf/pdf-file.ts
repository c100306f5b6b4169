import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { TrueTypeFont } from './true-type.ts';

const pack = promisify(deflate);

/** The numbers of what every file has; pages have those after them. */
const catalogue = 1;
const tree = 2;
const font = 3;
const descendant = 4;
const descriptor = 5;
const fontFile = 6;
const toUnicode = 7;
const firstPage = 8;

/**
 * A PDF that is written page by page. Only the places of pages and the glyphs that were used are kept, and the font with those glyphs is written at the end.
 */
export class PdfFile {
  readonly #font: TrueTypeFont;
  readonly #size: readonly [number, number];
  readonly #places = new Map<number, number>();
  /** The character that each glyph stands for. */
  readonly #used = new Map<number, number>();
  #offset = 0;
  #pages = 0;

  constructor(font: TrueTypeFont, size: readonly [number, number]) {
    this.#font = font;
    this.#size = size;
  }

  get pages(): number {
    return this.#pages;
  }

  /** Comes first. The second line tells programs that the file is not text. */
  begin(): Buffer {
    return this.#passed(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  /** A text as the glyphs that show it, in the digits that a page's content has it in. */
  glyphs(text: string): string {
    let digits = '';
    for (const character of text) {
      const point = character.codePointAt(0) ?? 0;
      const glyph = this.#font.glyphOf(point);
      if (!this.#used.has(glyph)) this.#used.set(glyph, point);
      digits += glyph.toString(16).padStart(4, '0');
    }
    return digits;
  }

  async page(content: string): Promise<Buffer> {
    const number = firstPage + this.#pages * 2;
    this.#pages += 1;
    const [width, height] = this.#size;
    const page = this.#object(
      number,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F ${font} 0 R >> >> /Contents ${number + 1} 0 R >>`,
    );
    return Buffer.concat([page, await this.#stream(number + 1, Buffer.from(content, 'latin1'))]);
  }

  /** The font, the list of pages and where everything lies. */
  async end({
    title,
    brand,
    language,
    created,
  }: {
    title: string;
    brand: string;
    language: string;
    created: Date;
  }): Promise<Buffer> {
    const kids = Array.from({ length: this.#pages }, (_, page) => `${firstPage + page * 2} 0 R`).join(' ');
    const information = firstPage + this.#pages * 2;
    const subset = this.#font.subset(this.#used.keys());
    const parts = [
      this.#object(tree, `<< /Type /Pages /Kids [${kids}] /Count ${this.#pages} >>`),
      this.#object(catalogue, `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${language}) >>`),
      ...this.#fontObjects(),
      await this.#stream(fontFile, subset, `/Length1 ${subset.length}`),
      await this.#stream(toUnicode, Buffer.from(unicodeMap(this.#used), 'latin1')),
      this.#object(
        information,
        `<< /Title <feff${utf16(title)}> /Producer <feff${utf16(brand)}> /CreationDate (D:${created.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z) >>`,
      ),
    ];
    const count = information + 1;
    const start = this.#offset;
    const lines = Array.from({ length: count - 1 }, (_, index) => {
      const place = this.#places.get(index + 1) ?? 0;
      return `${String(place).padStart(10, '0')} 00000 n \n`;
    });
    const table = `xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}`;
    const trailer = `trailer\n<< /Size ${count} /Root ${catalogue} 0 R /Info ${information} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(table + trailer, 'latin1')]);
  }

  #fontObjects(): Buffer[] {
    const { unitsPerEm, ascent, descent, box } = this.#font;
    const scaled = (units: number) => Math.round((units * 1_000) / unitsPerEm);
    const name = '/EXPORT+DejaVuSansCondensed';
    const widths = [...this.#used.keys()].map((glyph) => `${glyph} [${scaled(this.#font.advanceOf(glyph))}]`);
    return [
      this.#object(
        font,
        `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
      ),
      this.#object(
        descendant,
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 600 /W [${widths.join(' ')}] >>`,
      ),
      this.#object(
        descriptor,
        `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${box.map(scaled).join(' ')}] /ItalicAngle 0 /Ascent ${scaled(ascent)} /Descent ${scaled(descent)} /CapHeight ${scaled(ascent)} /StemV 80 /FontFile2 ${fontFile} 0 R >>`,
      ),
    ];
  }

  async #stream(number: number, content: Buffer, more = ''): Promise<Buffer> {
    const packed = await pack(content);
    this.#places.set(number, this.#offset);
    return this.#passed(
      Buffer.concat([
        Buffer.from(
          `${number} 0 obj\n<< /Filter /FlateDecode /Length ${packed.length} ${more} >>\nstream\n`,
          'latin1',
        ),
        packed,
        Buffer.from('\nendstream\nendobj\n', 'latin1'),
      ]),
    );
  }

  #object(number: number, content: string): Buffer {
    this.#places.set(number, this.#offset);
    return this.#passed(Buffer.from(`${number} 0 obj\n${content}\nendobj\n`, 'latin1'));
  }

  #passed(bytes: Buffer): Buffer {
    this.#offset += bytes.length;
    return bytes;
  }
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** By which text can be searched and copied. At most a hundred glyphs stand in one block. */
function unicodeMap(used: ReadonlyMap<number, number>): string {
  const lines = [...used].map(
    ([glyph, character]) =>
      `<${glyph.toString(16).padStart(4, '0')}> <${utf16(String.fromCodePoint(character))}>`,
  );
  const blocks: string[] = [];
  for (let from = 0; from < lines.length; from += 100) {
    const some = lines.slice(from, from + 100);
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Export def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}
