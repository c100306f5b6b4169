import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '#language/i18n.ts';
import type { createFakeSocket } from '#live/testing/fake-socket.ts';
import { samplePair } from '#market/testing/sample-pair.ts';
import { DepthView } from './depth-view.tsx';

const socket = vi.hoisted(() => ({ made: undefined as ReturnType<typeof createFakeSocket> | undefined }));
vi.mock('#live/live.ts', async () => {
  const { createFakeSocket: create } = await import('#live/testing/fake-socket.ts');
  socket.made = create();
  return { tradingSocket: socket.made.tradingSocket };
});

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await startI18n();
  await loadTexts('market');
});
afterEach(cleanup);

const side = (sign: 1 | -1): [string, string][] =>
  Array.from({ length: 20 }, (_, index) => [`${60_000 + sign * 10 * (index + 1)}`, '1']);
const plot = () => screen.getByRole('application', { name: 'BTC-USDT market depth' });
const button = (name: string) => screen.queryByRole('button', { name });

it('zooms by keys and wheel until everything is seen, and resets by one press', async () => {
  render(<DepthView pair={samplePair} />);
  const book = { bids: side(-1), asks: side(1) };
  act(() => socket.made?.tell('stack', { pair: 'BTC-USDT', precision: '0.01' }, book));
  expect(button('Reset zoom')).toBeNull();
  plot().focus();
  await userEvent.keyboard('+');
  await userEvent.click(await screen.findByRole('button', { name: 'Reset zoom' }));
  expect(button('Reset zoom')).toBeNull();
  // The page must not scroll as well.
  const wheel = createEvent.wheel(plot(), { deltaY: 100 });
  fireEvent(plot(), wheel);
  expect(wheel.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  plot().focus();
  await userEvent.keyboard('{->20}0');
  expect(button('Reset zoom')).toBeNull();
  await userEvent.keyboard('{+>20}');
  expect(button('Zoom in')?.getAttribute('aria-disabled')).toBe('true');
});
