import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { encode } = createRequire(new URL('../../apps/web/package.json', import.meta.url))('uqr') as {
  encode(text: string, options: { ecc: 'M'; border: number }): { data: boolean[][]; size: number };
};

const [width, height] = [640, 480];
const [paper, ink] = [235, 16];

/** A film of a QR code on grey, as a camera would see it held in front of it: raw pictures (YUV4MPEG2) that a browser takes for its camera. */
export function writeQrVideo(file: string, text: string): void {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dot = Math.floor(height / size);
  const [left, top] = [Math.floor((width - size * dot) / 2), Math.floor((height - size * dot) / 2)];
  const light = Buffer.alloc(width * height, 128);
  for (let y = 0; y < size * dot; y += 1)
    for (let x = 0; x < size * dot; x += 1)
      light[(top + y) * width + left + x] = data[Math.floor(y / dot)]?.[Math.floor(x / dot)] ? ink : paper;
  // Without colour: both differences at their middle, for each square of four dots.
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, frame, frame]));
}
