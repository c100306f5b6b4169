import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

const utf8AndSizesAfter = 0x0808;
const deflated = 8;
/** 1 January 1980: an archive of the same content is the same bytes. */
const date = 0x0021;

/**
 * An archive that is written while its files are made: what a file came to stands behind it, for nobody knows before. Files beyond four gigabytes are not meant.
 */
export async function* zipOf(files: readonly ZipFile[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, parts } of files) {
    const encoded = Buffer.from(name);
    const begin = offset;
    const sums = { crc: 0, size: 0, packed: 0 };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    writeCommon(local, 4);
    local.writeUInt16LE(encoded.length, 26);
    yield Buffer.concat([local, encoded]);
    const packer = createDeflateRaw();
    // Whatever goes wrong with the parts ends the reading of what they become.
    const packed = Readable.from(counted(parts, sums))
      .on('error', (error) => packer.destroy(error))
      .pipe(packer);
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      sums.packed += chunk.length;
      yield chunk;
    }
    const behind = Buffer.alloc(16);
    behind.writeUInt32LE(0x08074b50, 0);
    writeSums(behind, 4, sums);
    yield behind;
    offset = begin + 30 + encoded.length + sums.packed + 16;
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    writeCommon(entry, 6);
    writeSums(entry, 16, sums);
    entry.writeUInt16LE(encoded.length, 28);
    entry.writeUInt32LE(begin, 42);
    directory.push(entry, encoded);
  }
  const content = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(content.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([content, end]);
}

interface Sums {
  crc: number;
  size: number;
  packed: number;
}

async function* counted(parts: ZipFile['parts'], sums: Sums): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    sums.crc = crc32(bytes, sums.crc);
    sums.size += bytes.length;
    yield bytes;
  }
}

function writeCommon(buffer: Buffer, at: number): void {
  buffer.writeUInt16LE(20, at);
  buffer.writeUInt16LE(utf8AndSizesAfter, at + 2);
  buffer.writeUInt16LE(deflated, at + 4);
  buffer.writeUInt16LE(date, at + 8);
}

function writeSums(buffer: Buffer, at: number, { crc, packed, size }: Sums): void {
  buffer.writeUInt32LE(crc, at);
  buffer.writeUInt32LE(packed, at + 4);
  buffer.writeUInt32LE(size, at + 8);
}
