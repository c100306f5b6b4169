import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#api/queries.ts';
import { session } from '#api/session.ts';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { placeHint } from './place-hint.ts';
import { Tour } from './tour.tsx';
import { isTourSeen, markTourSeen, tourOf } from './tour-memory.ts';

const forget = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the browser's other way to it is not in the test's page
  document.cookie = 'tours=; max-age=0; path=/';
};

describe('a hint', () => {
  const hint = { width: 320, height: 130 };
  const windows = [
    { width: 360, height: 640 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1440, height: 900 },
  ];

  it('lies within every window and never over a row, wherever that stands', () => {
    for (const window of windows) {
      for (let top = 0; top <= window.height - 56; top += 7) {
        const target = { top, left: 0, width: window.width, height: 56 };
        const place = placeHint(target, hint, window);
        expect(place, `${window.width} at ${top}`).toBeDefined();
        const { top: at = 0 } = place ?? {};
        expect(at >= top + 56 || at + hint.height <= top).toBe(true);
        expect(at + hint.height).toBeLessThanOrEqual(window.height);
      }
    }
  });

  it('stands beside what is as high as the window, and nowhere when there is no room', () => {
    const [, , , desk] = windows;
    if (desk === undefined) throw new Error('There is no desk.');
    const column = { top: 0, left: 1_140, width: 300, height: 900 };
    expect(placeHint(column, hint, desk)?.left).toBe(1_140 - 10 - 320);
    expect(placeHint({ top: 0, left: 0, ...desk }, hint, desk)).toBeUndefined();
  });
});

describe('the memory of tours', () => {
  beforeEach(forget);

  it('keeps each that was seen', () => {
    expect(isTourSeen('trade')).toBe(false);
    markTourSeen('trade');
    markTourSeen('wallet');
    expect([isTourSeen('trade'), isTourSeen('wallet')]).toEqual([true, true]);
  });

  it.each([
    ['/trade/BTC-USDT', 'trade'],
    ['/wallet', 'wallet'],
    ['/wallet/history/all', undefined],
    ['/quick-swap', undefined],
  ])('knows that on %s there is %s', (path, tour) => {
    expect(tourOf(path)).toBe(tour);
  });
});

describe('on the first visit to the wallet', () => {
  const told: unknown[] = [];
  const page = document.createElement('main');
  page.innerHTML =
    '<h1>Wallet</h1><button></button><nav class="tab-row"></nav><p class="tour-total"></p><div class="tour-start"><h2></h2></div><div class="tour-last"><h2></h2></div>';

  /** `wanted` is what the account knows. */
  function openTour(wanted: boolean): void {
    const preferences = { ...sampleSettings.preferences, wallet_tour: wanted };
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) => {
      if (typeof body === 'string') told.push(JSON.parse(body));
      return new Response(JSON.stringify({ ...sampleSettings, preferences }));
    });
    render(<Tour name="wallet" />, {
      wrapper: ({ children }) => (
        <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
      ),
    });
  }

  beforeAll(async () => {
    await startI18n();
    await loadTexts('tour');
  });
  beforeEach(() => {
    forget();
    told.length = 0;
    document.body.append(page);
    const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 3_600 }));
    session.save({ token: `e30.${claims}.signature`, refreshToken: 'r' });
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
    Element.prototype.scrollIntoView = () => {};
    document.elementFromPoint = () => null;
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    page.remove();
    session.clear();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('there are as many as the page gets, however slowly it does', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [start, last] = ['.tour-start', '.tour-last'].map((each) => page.querySelector(each) as Element);
    start?.remove();
    last?.remove();
    openTour(true);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    for (const part of [start, last]) {
      vi.advanceTimersByTime(5_000);
      page.append(part as Element);
    }
    vi.advanceTimersByTime(1_500);
    expect(await screen.findByText('1 of 5')).toBeTruthy();
  });

  it('there are none over a page that could not be read, and they come once it could', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const failure = document.createElement('main');
    failure.innerHTML = '<p role="alert">Couldn’t load your wallet</p>';
    page.append(failure);
    openTour(true);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(30_000);
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
    failure.remove();
    vi.advanceTimersByTime(1_500);
    expect(await screen.findByText('1 of 5')).toBeTruthy();
  });

  it('there are five hints, which can be skipped for good: the account is told', async () => {
    openTour(true);
    const tour = await screen.findByRole('region', { name: 'Tour' });
    expect(tour.textContent).toContain('1 of 5');
    expect(page.querySelector('[data-toured]')?.className).toBe('tour-total');
    await userEvent.click(screen.getByRole('button', { name: 'Don’t show again' }));
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
    expect(page.querySelector('[data-toured]')).toBeNull();
    expect(isTourSeen('wallet')).toBe(true);
    await waitFor(() => expect(told).toEqual([{ preferences: { wallet_tour: false } }]));
  });

  it('Escape within the hint ends them, and elsewhere it is the page’s own', async () => {
    openTour(true);
    const tour = await screen.findByRole('region', { name: 'Tour' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Tour' })).toBe(tour);
    screen.getByRole('button', { name: 'Next' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
    expect(isTourSeen('wallet')).toBe(true);
  });

  it('they make way for an order that is being written, and come again at the next visit', async () => {
    const form = document.createElement('form');
    form.className = 'trade-form';
    form.innerHTML = '<input>';
    page.append(form);
    openTour(true);
    await screen.findByRole('region', { name: 'Tour' });
    await userEvent.type(form.querySelector('input') as Element, '1');
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
    expect(isTourSeen('wallet')).toBe(false);
    expect(told).toEqual([]);
    form.remove();
  });

  it('on a phone there are none while the line about cookies is on the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    const line = document.createElement('section');
    line.className = 'cookie-notice';
    page.append(line);
    openTour(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
    line.remove();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await screen.findByRole('region', { name: 'Tour' })).toBeTruthy();
    vi.useRealTimers();
  });

  it('there are none for whoever has skipped them on another device', async () => {
    openTour(false);
    await waitFor(() => expect(isTourSeen('wallet')).toBe(true));
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
    expect(told).toEqual([]);
  });
});
