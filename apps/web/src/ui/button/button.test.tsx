import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button, LinkButton } from './button.tsx';
import { IconButton } from './icon-button.tsx';

afterEach(cleanup);

describe('a button', () => {
  it('never submits by accident', () => {
    render(<Button>Buy</Button>);
    expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button');
  });

  it('ignores presses while loading and keeps its name and the focus', async () => {
    const press = vi.fn();
    render(
      <Button loading onClick={press}>
        Buy
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Buy', busy: true });
    await userEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
  });

  it('does not submit its form while loading', async () => {
    const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button type="submit" loading>
          Buy
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });

  it('is pressed once by a key that is held down', async () => {
    const press = vi.fn();
    render(
      <>
        <Button onClick={press}>Buy</Button>
        <IconButton icon="x" label="Close" onClick={press} />
      </>,
    );
    for (const name of ['Buy', 'Close']) {
      screen.getByRole('button', { name }).focus();
      await userEvent.keyboard('{Enter>5/}');
    }
    expect(press).toHaveBeenCalledTimes(2);
  });

  it('still counts every deliberate press', async () => {
    const press = vi.fn();
    render(<Button onClick={press}>Buy</Button>);
    screen.getByRole('button').focus();
    await userEvent.keyboard('{Enter}{Enter}[Space]');
    expect(press).toHaveBeenCalledTimes(3);
  });

  it('can be a link of the application', () => {
    render(
      <MemoryRouter>
        <LinkButton to="/wallet" color="green">
          Wallet
        </LinkButton>
      </MemoryRouter>,
    );
    expect(screen.getByRole('link', { name: 'Wallet' }).getAttribute('href')).toBe('/wallet');
  });
});
