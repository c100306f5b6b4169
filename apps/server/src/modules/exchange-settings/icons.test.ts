import { expect, it } from 'vitest';
import { sharp } from '#platform/pictures/sharp.ts';
import { drawIcon, requireDrawable } from './icons.ts';
import { readPicture } from './logo.ts';

const wide =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#7a2e8f"/></svg>';
const svg = { type: 'svg', content: Buffer.from(wide) } as const;

async function colours(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
    return data.subarray(start, start + 4).toString('hex');
  };
  return { size: [info.width, info.height], at };
}

it('draws an SVG of any shape on white, within the part of a square that no cut takes away', async () => {
  const { size, at } = await colours(await drawIcon(svg, 512));
  expect(size).toEqual([512, 512]);
  expect(at(0.5, 0.5)).toBe('7a2e8fff');
  expect([at(0.01, 0.01), at(0.5, 0.3), at(0.2, 0.5)]).toEqual(Array(3).fill('ffffffff'));
  // Drawn for its size: an edge of a small picture that was blown up would be blurred over many points.
  expect([at(0.2246, 0.5), at(0.2148, 0.5)]).toEqual(['7a2e8fff', 'ffffffff']);
});

it('fills a tab with it, on whatever is behind', async () => {
  const { size, at } = await colours(await drawIcon(svg, 64));
  expect([size, at(0.02, 0.5), at(0.5, 0.02)]).toEqual([[64, 64], '7a2e8fff', '00000000']);
});

it('draws a PNG likewise', async () => {
  const content = await sharp(Buffer.from(wide)).png().toBuffer();
  const { size, at } = await colours(await drawIcon({ type: 'png', content }, 180));
  expect([size, at(0.5, 0.5), at(0.5, 0.1)]).toEqual([[180, 180], '7a2e8fff', 'ffffffff']);
});

it('refuses a picture that nothing can draw', async () => {
  const huge = wide.replace('<svg', '<svg width="900000" height="900000"');
  for (const text of [huge, wide.replace('0 0 40 20', '0 0 0 0')])
    await expect(requireDrawable(readPicture(Buffer.from(text).toString('base64')))).rejects.toMatchObject({
      code: 'logo_invalid',
    });
});
