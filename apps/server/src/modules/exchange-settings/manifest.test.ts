import { expect, it } from 'vitest';
import { defaultSettings } from '#platform/settings/exchange-settings.ts';
import { manifestOf, squareIcon } from './manifest.ts';

const logo = `logo-${'a'.repeat(32)}.svg`;

it('installs under the name, the colour and the logo that the operator chose', () => {
  const accent = { light: '#7a2e8f', dark: '#d59be6' };
  const manifest = manifestOf({ ...defaultSettings, name: 'Agora & Sons', accent, logo });
  expect(manifest).toMatchObject({
    name: 'Agora & Sons',
    short_name: 'Agora & Sons',
    theme_color: '#7a2e8f',
    icons: [{ src: `/public/brand/icon/${logo}` }, { purpose: 'maskable' }],
  });
  expect(JSON.stringify(manifest)).not.toContain('Emporion');
});

it('has icons of the sizes that browsers ask for, and one to be cut out of', () => {
  const { icons } = manifestOf(defaultSettings);
  expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  expect(icons.filter((icon) => 'purpose' in icon && icon.purpose === 'maskable')).toHaveLength(1);
});

it('draws a logo of any shape within the part of a square that no cut takes away', () => {
  const drawn = squareIcon('png', Buffer.from('picture'));
  expect(drawn).toContain(`data:image/png;base64,${Buffer.from('picture').toString('base64')}`);
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(new RegExp(`<image[^>]* ${name}="(\\d+)"`).exec(drawn)?.[1]),
  );
  // Phones cut a circle of 80 % of the width; the corners are farthest from its middle.
  expect(Math.hypot(width / 2, height / 2)).toBeLessThanOrEqual(0.4 * 512);
  expect([x + width / 2, y + height / 2]).toEqual([256, 256]);
});
