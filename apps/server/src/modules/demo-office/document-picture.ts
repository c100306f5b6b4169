import { crc32, deflateSync } from 'node:zlib';

/** A grey sheet with a darker band, as a PNG. Each shade is another file. */
export function documentPicture({
  width = 640,
  height = 400,
  shade,
}: {
  width?: number;
  height?: number;
  shade: number;
}): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(content.length, 0);
    lengths.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([lengths.subarray(0, 4), named, lengths.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, shade);
  for (let row = 0; row < height; row += 1) {
    const start = row * (width + 1);
    if (row > height * 0.1 && row < height * 0.25) rows.fill(shade - 50, start, start + width);
    // Each row begins with its filter: none.
    rows[start] = 0;
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    ...[chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))],
  ]);
}
