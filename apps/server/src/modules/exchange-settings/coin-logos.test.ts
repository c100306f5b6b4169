import { expect, it } from 'vitest';
import { sharp } from '#platform/pictures/sharp.ts';
import { drawCoinLogo } from './coin-logos.ts';

const background = { r: 200, g: 0, b: 0, alpha: 1 };
const square = (edge: number) => sharp({ create: { width: edge, height: edge, channels: 4, background } });
const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64');
const svg = (inner: string, words = 'viewBox="0 0 10 10"') =>
  base64(`<svg xmlns="http://www.w3.org/2000/svg" ${words}>${inner}</svg>`);

it('makes a square PNG of a PNG, a WebP and a drawing, without what else the file carried', async () => {
  const kept = await square(300)
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .png()
    .toBuffer();
  expect(kept.includes('Somebody')).toBe(true);
  const all = await Promise.all([
    drawCoinLogo(base64(kept)),
    drawCoinLogo(base64(await square(16).webp().toBuffer())),
    drawCoinLogo(svg('<circle cx="5" cy="5" r="5" fill="#cc0000"/>')),
    drawCoinLogo(svg('<rect width="40" height="10" fill="#cc0000"/>', 'viewBox="0 0 40 10"')),
  ]);
  for (const { type, content, hash } of all) {
    expect(type).toBe('png');
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 128, height: 128 });
    expect(content.includes('Somebody')).toBe(false);
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
  }
  expect(new Set(all.map(({ hash }) => hash)).size).toBe(4);
});

it.each([
  ['a drawing with a script', svg('<script>alert(1)</script>')],
  ['a drawing that loads a picture', svg('<image href="https://elsewhere.example/x.png"/>')],
  ['a drawing with a handler', svg('<path d="M0 0h9" onload="alert(1)"/>')],
  ['a drawing of nothing', svg('', 'viewBox="0 0 0 0"')],
  ['a text', base64('not a picture')],
  ['what only begins as a PNG', base64(Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1'))],
  ['nothing', ''],
  ['a file beyond 192 kB', base64(Buffer.alloc(196_609, 1))],
])('refuses %s', async (_name, sent) => {
  await expect(drawCoinLogo(sent)).rejects.toMatchObject({ code: 'coin_logo_invalid' });
});

it('refuses a picture of another kind and one that is small to send and huge to draw', async () => {
  const gif = await square(10).gif().toBuffer();
  const bomb = await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(196_608);
  for (const sent of [gif, bomb])
    await expect(drawCoinLogo(base64(sent))).rejects.toMatchObject({ code: 'coin_logo_invalid' });
});
