import { expect, it } from 'vitest';
import { defaultSettings } from '#platform/settings/exchange-settings.ts';
import { manifestOf } from './manifest.ts';

const logo = `logo-${'a'.repeat(32)}.svg`;

it('installs under the name, the colour and the logo that the operator chose', () => {
  const accent = { light: '#7a2e8f', dark: '#d59be6' };
  const manifest = manifestOf({ ...defaultSettings, name: 'Agora & Sons', accent, logo });
  expect(manifest).toMatchObject({
    name: 'Agora & Sons',
    short_name: 'Agora & Sons',
    theme_color: '#7a2e8f',
    icons: [
      { src: `/public/brand/icon/logo-${'a'.repeat(32)}-svg-192.png`, sizes: '192x192', type: 'image/png' },
      { sizes: '512x512', type: 'image/png' },
      { sizes: '512x512', purpose: 'maskable' },
    ],
  });
  expect(JSON.stringify(manifest)).not.toContain('Emporion');
});

it('has icons of the sizes that browsers ask for, and one to be cut out of', () => {
  const { icons } = manifestOf(defaultSettings);
  expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  expect(icons.filter((icon) => 'purpose' in icon && icon.purpose === 'maskable')).toHaveLength(1);
});
