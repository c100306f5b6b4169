import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { CodeField } from './code-field.tsx';
import { ResendCode } from './resend-code.tsx';

beforeAll(speakEnglish);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Typed({ kind }: { kind?: 'digits' | 'backup' }) {
  const [value, setValue] = useState('');
  return <CodeField label="Code" value={value} onValueChange={setValue} {...(kind ? { kind } : {})} />;
}

function Sent({ kind = 'digits', onSent }: { kind?: 'digits' | 'backup'; onSent(code: string): void }) {
  const [value, setValue] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSent(value);
  };
  return (
    <form onSubmit={submit}>
      <CodeField label="Code" value={value} onValueChange={setValue} kind={kind} />
    </form>
  );
}

it.each([
  [undefined, 'Your code: 123 456', '123456'],
  [undefined, '123-456-789', '123456'],
  ['backup', ' k7f2 - 9qxd ', 'k7f2-9qxd'],
] as const)('takes from a pasted text of kind %s what the code is', async (kind, pasted, code) => {
  render(<Typed {...(kind ? { kind } : {})} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  await userEvent.click(field);
  await userEvent.paste(pasted);
  expect(field.value).toBe(code);
  expect(field.autocomplete).toBe('one-time-code');
});

it('takes Enter after the last digit for the same try', async () => {
  const codes: string[] = [];
  render(<Sent onSent={(code) => void codes.push(code)} />);
  await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}');
  expect(codes).toEqual(['000000']);
  const later = performance.now() + 2_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  await userEvent.keyboard('{Enter}');
  vi.restoreAllMocks();
  expect(codes).toEqual(['000000', '000000']);
});

it('sends its form with the sixth digit, and once for each code', async () => {
  const codes: string[] = [];
  const onSent = (code: string) => void codes.push(code);
  const { unmount } = render(<Sent onSent={onSent} />);
  const field = screen.getByLabelText('Code');
  await userEvent.type(field, '12345');
  expect(codes).toEqual([]);
  await userEvent.type(field, '67');
  expect(codes).toEqual(['123456']);
  await userEvent.type(field, '{Backspace}9');
  await userEvent.clear(field);
  await userEvent.paste('Your code: 654 321');
  expect(codes).toEqual(['123456', '123459', '654321']);
  unmount();
  render(<Sent kind="backup" onSent={onSent} />);
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  expect(codes).toHaveLength(3);
});

it('lets another code be asked for after a minute, and says when the last one has run out', () => {
  vi.useFakeTimers();
  const onResend = vi.fn();
  const sent = { target: 't***@example.org', resend_after: 60, expires_in: 300, at: Date.now() };
  render(<ResendCode sent={sent} onResend={onResend} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Resend in 60 s' });
  expect(button.disabled).toBe(true);
  expect(screen.getByRole('status').textContent).toContain('t***@example.org');
  act(() => vi.advanceTimersByTime(60_000));
  expect(button.textContent).toBe('Resend');
  button.click();
  expect(onResend).toHaveBeenCalledTimes(1);
  act(() => vi.advanceTimersByTime(240_000));
  expect(screen.getByRole('status').textContent).toBe('Code time expired');
});
