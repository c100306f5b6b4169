import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coinLogoUrl, drawnCoins } from '#ui/coin/coin-logo.tsx';
import { listFiles, readText } from '#ui/testing/read.ts';
import { Icon } from './icon.tsx';
import { iconNames } from './icon-names.ts';

afterEach(cleanup);

describe('the sprite', () => {
  it('holds every named icon and no other', () => {
    const ids = [...readText('public/public/sprite.svg').matchAll(/<symbol id="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(ids).toEqual([...iconNames]);
  });

  it('keeps the notice that the licence of its drawings asks for', () => {
    expect(readText('public/public/sprite.svg')).toContain('ISC License');
    expect(readText('public/public/img/copy.svg')).toContain('ISC License');
  });
});

describe('an icon', () => {
  it('is 30 by 30 decoration from the sprite unless told otherwise', () => {
    const { container } = render(<Icon name="copy" />);
    const svg = container.querySelector('svg');
    expect(svg?.getAttribute('width')).toBe('30');
    expect(svg?.getAttribute('height')).toBe('30');
    expect(svg?.getAttribute('aria-hidden')).toBe('true');
    expect(svg?.querySelector('use')?.getAttribute('href')).toBe('/public/sprite.svg#copy');
  });

  it('says its label', () => {
    render(<Icon name="check" label="Done" size={16} />);
    expect(screen.getByRole('img', { name: 'Done' }).getAttribute('width')).toBe('16');
  });
});

describe('the marks of coins', () => {
  it('are drawn for every coin that claims one', () => {
    const files = listFiles('public/public/coins').sort();
    expect(files).toEqual([...drawnCoins, 'generic'].map((coin) => `${coin}.svg`).sort());
  });

  it('fall back to a generic one, also for a code that tries to climb', () => {
    expect(coinLogoUrl('BTC')).toBe('/public/coins/btc.svg');
    expect(coinLogoUrl('../../x')).toBe('/public/coins/generic.svg');
  });

  it('are the pictures that staff gave them, before any other', async () => {
    document.documentElement.dataset.coins = 'doge:logo-1.png btc:logo-2.png';
    vi.resetModules();
    const { coinLogoUrl: url } = await import('#ui/coin/coin-logo.tsx');
    delete document.documentElement.dataset.coins;
    expect(['DOGE', 'BTC', 'ETH'].map(url)).toEqual([
      '/public/brand/logo-1.png',
      '/public/brand/logo-2.png',
      '/public/coins/eth.svg',
    ]);
  });
});
