import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button, LinkButton } from './button.tsx';

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
