import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { resetToasts, toastsNow } from '#ui/toast/toast-store.ts';
import { KitPage } from './kit-page.tsx';
import { kitSections } from './kit-section.tsx';

beforeAll(speakEnglish);
afterEach(() => {
  cleanup();
  resetToasts();
});

function show() {
  return render(
    <MemoryRouter>
      <KitPage />
    </MemoryRouter>,
  );
}

describe('the kit page', () => {
  it('shows every section, each with an anchor, and no key without words', () => {
    const { container } = show();
    for (const name of kitSections) expect(container.querySelector(`#${name} h2`), name).not.toBeNull();
    expect(screen.getByRole('navigation', { name: 'On this page' }).children).toHaveLength(
      kitSections.length,
    );
    expect(container.textContent).not.toMatch(/\b(kit|common)\.[a-z]/i);
  });

  it('names the row in the buttons of a row, and they do something', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel BTC-USDT' }));
    expect(toastsNow().at(-1)?.title).toBe('BTC-USDT order cancelled');
  });

  it('asks for a first name until there is one', async () => {
    show();
    const name = screen.getByPlaceholderText('As shown in your passport.');
    expect(screen.getByText('Enter your first name.')).toBeTruthy();
    await userEvent.type(name, 'Ariadne');
    expect(screen.queryByText('Enter your first name.')).toBeNull();
  });
});
