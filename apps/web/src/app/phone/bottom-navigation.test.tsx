import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openApp, prepareApp, resetApp } from '../testing/render-app.tsx';
import { isKeyboardOpen } from './keyboard-mark.ts';

beforeAll(prepareApp);
afterEach(() => {
  resetApp();
  vi.unstubAllGlobals();
});

/** The window of a phone: every question for a narrow one is answered with yes. */
function beAPhone(): void {
  vi.stubGlobal('matchMedia', (condition: string) => ({
    matches: condition.includes('width <'),
    addEventListener() {},
    removeEventListener() {},
  }));
}

describe('the navigation at the bottom', () => {
  it.each([
    ['/markets', 'Markets'],
    ['/trade/ETH-USDT', 'Trade'],
    ['/quick-swap', 'Swap'],
    ['/fees', undefined],
  ])('marks on %s where one is: %s', async (path, current) => {
    beAPhone();
    openApp(path);
    const navigation = await screen.findByRole('navigation', { name: 'Main sections' });
    const links = within(navigation).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Markets',
      'Trade',
      'Swap',
      'Wallet',
      'Account',
    ]);
    const marked = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map(({ textContent }) => textContent)).toEqual(current === undefined ? [] : [current]);
  });
});

describe('the keyboard of the screen', () => {
  const windowOf = (height: number, scale = 1) =>
    ({ innerHeight: 800, visualViewport: { height, scale } }) as Window;
  const field = (type: string) => Object.assign(document.createElement('input'), { type });

  it('is open when a field of text is in use and half of the window is covered', () => {
    expect(isKeyboardOpen(windowOf(420), field('text'))).toBe(true);
  });

  it.each([
    ['nothing is in use', windowOf(420), null],
    ['a box to tick is in use', windowOf(420), field('checkbox')],
    ['only the browser’s own bars came', windowOf(740), field('text')],
    ['somebody has zoomed in', windowOf(400, 2), field('text')],
  ])('is not open when %s', (_, seen, focused) => {
    expect(isKeyboardOpen(seen, focused)).toBe(false);
  });
});
