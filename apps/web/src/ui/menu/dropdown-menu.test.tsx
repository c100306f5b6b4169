import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DropdownMenu } from './dropdown-menu.tsx';

const onSelect = vi.fn();

beforeEach(() => {
  onSelect.mockClear();
  render(
    <MemoryRouter>
      <DropdownMenu
        label="Account"
        entries={[
          { kind: 'link', to: '/settings', label: 'Settings' },
          { kind: 'link', to: '/support', label: 'Support', newTab: true },
          { kind: 'separator', id: 'end' },
          { kind: 'action', label: 'Log out', onSelect },
        ]}
      >
        ariadne
      </DropdownMenu>
    </MemoryRouter>,
  );
});
afterEach(cleanup);

const button = () => screen.getByRole('button', { name: /Account/ });

describe('the dropdown menu', () => {
  it('opens on a press, with the first entry focused', async () => {
    await userEvent.click(button());
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement?.textContent).toBe('Settings');
  });

  it('walks with the arrows, wraps around and finds by letter', async () => {
    button().focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Log out');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Settings');
    await userEvent.keyboard('s');
    expect(document.activeElement?.textContent).toBe('Support');
  });

  it('closes on Esc and gives the focus back', async () => {
    await userEvent.click(button());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button());
  });

  it('closes on a press elsewhere', async () => {
    await userEvent.click(button());
    await userEvent.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('closes when its button scrolls away, and gives the focus back', async () => {
    await userEvent.click(button());
    button().getBoundingClientRect = () => new DOMRect(0, -40, 80, 32);
    fireEvent.scroll(window);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button());
  });

  it('stays open when something scrolls that does not move its button', async () => {
    await userEvent.click(button());
    fireEvent.scroll(window);
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  it('runs the action of an entry and closes', async () => {
    await userEvent.click(button());
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(onSelect).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('opens a link for a new tab without giving it this one', async () => {
    await userEvent.click(button());
    const link = screen.getByRole('menuitem', { name: 'Support' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });
});
