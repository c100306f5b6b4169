import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => {
  render(
    <Tooltip text="Charged when the order fills">
      {(described) => (
        <button type="button" {...described}>
          fee
        </button>
      )}
    </Tooltip>,
  );
});
afterEach(cleanup);

const button = () => screen.getByRole('button', { name: 'fee' });
const isShown = () => screen.getByRole('tooltip', { hidden: true }).dataset.shown !== undefined;

describe('the tooltip', () => {
  it('describes its control, shown or not', () => {
    expect(document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Charged when the order fills',
    );
    expect(isShown()).toBe(false);
  });

  it('shows while the pointer is on it', async () => {
    await userEvent.hover(button());
    expect(isShown()).toBe(true);
    await userEvent.unhover(button());
    expect(isShown()).toBe(false);
  });

  it('shows while it has the focus', async () => {
    await userEvent.tab();
    expect(isShown()).toBe(true);
    await userEvent.tab();
    expect(isShown()).toBe(false);
  });

  it('shows on a touch until the next one elsewhere', async () => {
    await userEvent.pointer({ keys: '[TouchA]', target: button() });
    expect(isShown()).toBe(true);
    await userEvent.pointer({ keys: '[TouchA]', target: document.body });
    expect(isShown()).toBe(false);
  });

  it('goes on Esc, which then does nothing else, and comes back when pointed at anew', async () => {
    await userEvent.hover(button());
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
    expect(isShown()).toBe(false);
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
    await userEvent.unhover(button());
    await userEvent.hover(button());
    expect(isShown()).toBe(true);
  });
});
