import { readFileSync } from 'node:fs';
import { packagedFile } from '#platform/packaged-file.ts';

/** What a PDF needs of a font: which glyph shows a character, how wide it is, and a font file with those glyphs alone. */
export class TrueTypeFont {
  readonly #file: Buffer;
  readonly #tables = new Map<string, { readonly offset: number; readonly length: number }>();
  readonly #glyphs = new Map<number, number>();
  readonly #advances: readonly number[];
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly [number, number, number, number];

  constructor(file: Buffer) {
    this.#file = file;
    for (let index = 0; index < file.readUInt16BE(4); index += 1) {
      const at = 12 + index * 16;
      this.#tables.set(file.toString('latin1', at, at + 4), {
        offset: file.readUInt32BE(at + 8),
        length: file.readUInt32BE(at + 12),
      });
    }
    const [head, hhea] = [this.#table('head'), this.#table('hhea')];
    this.unitsPerEm = head.readUInt16BE(18);
    this.box = [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)];
    this.ascent = hhea.readInt16BE(4);
    this.descent = hhea.readInt16BE(6);
    this.#advances = advancesOf(this.#table('hmtx'), hhea.readUInt16BE(34));
    readCharacters(this.#table('cmap'), this.#glyphs);
  }

  /** Zero, the glyph of what is missing, for a character that the font does not have. */
  glyphOf(character: number): number {
    return this.#glyphs.get(character) ?? 0;
  }

  /** In units of which there are `unitsPerEm` in the size of the font. */
  advanceOf(glyph: number): number {
    return this.#advances[glyph] ?? this.#advances.at(-1) ?? 0;
  }

  /** The font with the outlines of these glyphs alone, under their own numbers. */
  subset(glyphs: Iterable<number>): Buffer {
    const [locations, outlines] = [this.#table('loca'), this.#table('glyf')];
    const isLong = this.#table('head').readInt16BE(50) === 1;
    const startOf = (glyph: number) =>
      isLong ? locations.readUInt32BE(glyph * 4) : locations.readUInt16BE(glyph * 2) * 2;
    const outlineOf = (glyph: number) => outlines.subarray(startOf(glyph), startOf(glyph + 1));
    const used = new Set([0, ...glyphs]);
    // A set goes on with what is added while it is read.
    for (const glyph of used) for (const part of partsOf(outlineOf(glyph))) used.add(part);
    const count = this.#table('maxp').readUInt16BE(4);
    const starts = Buffer.alloc((count + 1) * 4);
    const kept: Buffer[] = [];
    let size = 0;
    for (let glyph = 0; glyph < count; glyph += 1) {
      starts.writeUInt32BE(size, glyph * 4);
      if (!used.has(glyph)) continue;
      const outline = outlineOf(glyph);
      const padded = Buffer.alloc(Math.ceil(outline.length / 4) * 4);
      outline.copy(padded);
      kept.push(padded);
      size += padded.length;
    }
    starts.writeUInt32BE(size, count * 4);
    const head = Buffer.from(this.#table('head'));
    head.writeInt16BE(1, 50);
    const same = ['cvt ', 'fpgm', 'hhea', 'hmtx', 'maxp', 'prep'].filter((name) => this.#tables.has(name));
    return fontFile([
      ...same.map((name) => ({ name, content: this.#table(name) })),
      { name: 'glyf', content: Buffer.concat(kept) },
      { name: 'head', content: head },
      { name: 'loca', content: starts },
    ]);
  }

  #table(name: string): Buffer {
    const place = this.#tables.get(name);
    if (!place) throw new Error(`The font has no table ${name}.`);
    return this.#file.subarray(place.offset, place.offset + place.length);
  }
}

function advancesOf(table: Buffer, count: number): number[] {
  return Array.from({ length: count }, (_, glyph) => table.readUInt16BE(glyph * 4));
}

/** Of the ways to say which character has which glyph, the two that fonts of today use: 12 for all of Unicode, or 4 for its first 65,536. */
function readCharacters(table: Buffer, glyphs: Map<number, number>): void {
  const places = Array.from({ length: table.readUInt16BE(2) }, (_, index) =>
    table.readUInt32BE(8 + index * 8),
  );
  const whole = places.find((place) => table.readUInt16BE(place) === 12);
  if (whole !== undefined) {
    for (let group = 0; group < table.readUInt32BE(whole + 12); group += 1) {
      const at = whole + 16 + group * 12;
      const [first, last, glyph] = [
        table.readUInt32BE(at),
        table.readUInt32BE(at + 4),
        table.readUInt32BE(at + 8),
      ];
      for (let character = first; character <= last; character += 1)
        glyphs.set(character, glyph + character - first);
    }
    return;
  }
  const basic = places.find((place) => table.readUInt16BE(place) === 4);
  if (basic === undefined) throw new Error('The font does not say which glyphs its characters have.');
  const segments = table.readUInt16BE(basic + 6) / 2;
  for (let segment = 0; segment < segments; segment += 1) {
    const at = (part: number) => basic + 14 + part * segments * 2 + (part > 0 ? 2 : 0) + segment * 2;
    const [last, first, shift, range] = [0, 1, 2, 3].map((part) => table.readUInt16BE(at(part)));
    if (last === undefined || first === undefined || shift === undefined || range === undefined) return;
    for (let character = first; character <= last && character < 0xffff; character += 1) {
      const listed = range === 0 ? character : table.readUInt16BE(at(3) + range + (character - first) * 2);
      if (range === 0 || listed !== 0) glyphs.set(character, (listed + shift) & 0xffff);
    }
  }
}

/** The glyphs of which a glyph is put together. */
function partsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  for (let at = 10, flags = 0x20; (flags & 0x20) !== 0; ) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    at += 4 + ((flags & 1) === 0 ? 2 : 4);
    if ((flags & 0x08) !== 0) at += 2;
    else if ((flags & 0x40) !== 0) at += 4;
    else if ((flags & 0x80) !== 0) at += 8;
  }
  return parts;
}

function fontFile(tables: readonly { readonly name: string; readonly content: Buffer }[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const header = Buffer.alloc(12 + tables.length * 16);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(tables.length, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((tables.length - power) * 16, 10);
  const sorted = [...tables].sort((a, b) => (a.name < b.name ? -1 : 1));
  let offset = header.length;
  const parts: Buffer[] = [header];
  for (const [index, { name, content }] of sorted.entries()) {
    const padded = Buffer.alloc(Math.ceil(content.length / 4) * 4);
    content.copy(padded);
    let sum = 0;
    for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
    const at = 12 + index * 16;
    header.write(name, at, 'latin1');
    header.writeUInt32BE(sum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(content.length, at + 12);
    offset += padded.length;
    parts.push(padded);
  }
  return Buffer.concat(parts);
}

let opened: TrueTypeFont | undefined;

/** Read when the first page is printed, and then kept: Latin, Cyrillic, Greek and more, narrow enough for tables. */
export function printedFont(): TrueTypeFont {
  opened ??= new TrueTypeFont(readFileSync(packagedFile('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')));
  return opened;
}
