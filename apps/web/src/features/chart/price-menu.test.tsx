import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { samplePair } from '#market/testing/sample-pair.ts';
import { PriceMenu, type PriceMenuHandle } from './price-menu.tsx';

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await loadTexts('market');
});
afterEach(cleanup);

it('opens where it was asked for, and goes back to the axis when it is closed', async () => {
  const ref = createRef<PriceMenuHandle>();
  const { container } = render(<PriceMenu ref={ref} pair={samplePair} onPrice={() => {}} />);
  const box = container.querySelector<HTMLElement>('.chart-plus');
  const onAxis = { x: 600, y: 50, price: '60000' };
  act(() => ref.current?.follow(onAxis));
  expect(box?.style.transform).toContain('translate(600px, 50px)');
  act(() => ref.current?.open({ x: 200, y: 50 }));
  expect(box?.style.transform).toBe('translate(200px, 50px)');
  expect(screen.getByRole('menuitem').textContent).toContain('60,000');
  await userEvent.keyboard('{Escape}');
  act(() => ref.current?.follow(onAxis));
  expect(box?.style.transform).toContain('translate(600px, 50px)');
  expect(box?.dataset.atPointer).toBeUndefined();
});
