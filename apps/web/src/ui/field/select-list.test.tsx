import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { SelectList } from './select-list.tsx';

beforeAll(speakEnglish);

const options = [
  { value: 'bsc', html: 'Binance Smart Chain' },
  { value: 'eth', html: 'Ethereum' },
  { value: 'bad', html: '<img src=x onerror=alert(1)>' },
];
const changed = vi.fn();

function Network({ start }: { start?: string }) {
  const [value, setValue] = useState(start);
  const change = (next: string): void => {
    changed(next);
    setValue(next);
  };
  return (
    <SelectList label="Network" placeholder="Choose" options={options} value={value} onValueChange={change} />
  );
}

afterEach(() => {
  cleanup();
  changed.mockClear();
});

const button = () => screen.getByRole('combobox', { name: 'Network' });

describe('the select list', () => {
  it('opens, takes the pressed option and closes', async () => {
    render(<Network />);
    expect(button().textContent).toBe('Choose');
    await userEvent.click(button());
    await userEvent.click(screen.getByRole('option', { name: 'Ethereum' }));
    expect(button().textContent).toBe('Ethereum');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(changed).toHaveBeenCalledExactlyOnceWith('eth');
  });

  it('shows markup as text', async () => {
    render(<Network start="bad" />);
    await userEvent.click(button());
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByRole('option', { name: '<img src=x onerror=alert(1)>' })).toBeTruthy();
  });

  it('is used by keyboard alone', async () => {
    render(<Network start="bsc" />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('listbox')).toBeTruthy();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(button().textContent).toBe('Ethereum');
    expect(document.activeElement).toBe(button());
  });

  it('finds an option by its first letters', async () => {
    render(<Network start="bsc" />);
    await userEvent.tab();
    // In one go: letters that come late begin a new word.
    await userEvent.setup({ delay: null }).keyboard('et{Enter}');
    expect(button().textContent).toBe('Ethereum');
  });

  it('changes nothing on Esc', async () => {
    render(<Network start="bsc" />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}{ArrowDown}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(changed).not.toHaveBeenCalled();
  });

  it('chooses nothing when it is left with Tab', async () => {
    render(<Network />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}{ArrowDown}{Tab}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(button().textContent).toBe('Choose');
    expect(changed).not.toHaveBeenCalled();
  });

  it('does not choose with the key that is still held from opening it', async () => {
    render(<Network />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter>5/}');
    expect(screen.getByRole('listbox')).toBeTruthy();
    expect(changed).not.toHaveBeenCalled();
  });

  it('names the active option to assistive technology', async () => {
    render(<Network start="eth" />);
    await userEvent.click(button());
    const active = document.getElementById(button().getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Ethereum');
    expect(active?.getAttribute('aria-selected')).toBe('true');
  });
});

const names = [
  'Alemania',
  'Argentina',
  'Brasil',
  'Chile',
  'China',
  'España',
  'Francia',
  'Grecia',
  'Italia',
  'Japón',
  'México',
  'Perú',
  'Suiza',
];
const countries = names.map((html) => ({
  value: html,
  html,
  otherNames: html === 'Alemania' ? ['Germany'] : [],
}));

function Country() {
  const [value, setValue] = useState<string>();
  return (
    <SelectList
      label="Country"
      placeholder="Choose"
      options={countries}
      value={value}
      onValueChange={setValue}
    />
  );
}
describe('a long list', () => {
  const country = () => screen.getByRole('combobox', { name: 'Country' });
  const shown = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('is searched by typing, from the first letter on, and chosen from by keys', async () => {
    render(<Country />);
    const user = userEvent.setup({ delay: null });
    await user.tab();
    await user.keyboard('ch');
    expect(shown()).toEqual(['Chile', 'China']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(country().textContent).toBe('China');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(country());
  });

  it('finds by other names, and says when there is nothing', async () => {
    render(<Country />);
    const user = userEvent.setup({ delay: null });
    await user.click(country());
    expect(shown()).toEqual(names);
    await user.keyboard('germ');
    expect(shown()).toEqual(['Alemania']);
    await user.keyboard('x');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.getByRole('status').textContent).not.toBe('');
    await user.keyboard('{Enter}');
    expect(country().textContent).toBe('Choose');
  });

  it('forgets the search when it is closed, and gives the focus back', async () => {
    render(<Country />);
    const user = userEvent.setup({ delay: null });
    await user.click(country());
    await user.keyboard('per{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(country());
    await user.keyboard('{Enter}');
    expect(shown()).toEqual(names);
  });
});
