import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { ratePassword } from './rate-password.ts';

beforeAll(speakEnglish);
afterEach(cleanup);

it('rates what everybody uses as nothing, and what nobody would guess as strong', () => {
  expect(ratePassword({ password: 'Password1', related: [] }).strength).toBe(0);
  expect(ratePassword({ password: 'correct-Horse7-battery-staple', related: [] })).toEqual({ strength: 4 });
});

it('rates a password made of the person’s own name lower', () => {
  const password = 'Okonkwo1';
  const strangers = ratePassword({ password, related: [] });
  const own = ratePassword({ password, related: ['Adaeze', 'okonkwo@example.org'] });
  expect(own.strength).toBeLessThan(strangers.strength);
});

it.each([
  ['long, and holds the owner’s name', 'xQ7-Adaeze-voyage-lantern-19', 'weak_password'],
  ['long, and holds the owner’s address', 'zinc-okonkwo-Orbit-lantern-58', 'weak_password'],
  ['long, and holds our name', 'My-Emporion-account-58', 'weak_password'],
  ['common with digits around it', 'Sunshine-99!', 'weak_password'],
  ['known from a breach', 'Password1', 'password_breach'],
])('calls none strong that the server would refuse: %s', (_why, password, refusal) => {
  const rating = ratePassword({ password, related: ['Adaeze', 'okonkwo@example.org'] });
  expect(rating.refusal).toBe(refusal);
  expect(rating.strength).toBeLessThanOrEqual(1);
});

it('rates a very long password at once', async () => {
  const took = () => {
    const started = performance.now();
    expect(ratePassword({ password: 'aB3'.repeat(85), related: [] }).strength).toBeTypeOf('number');
    return performance.now() - started;
  };
  // Asked again where the machine had stood still meanwhile.
  await expect.poll(took).toBeLessThan(2_000);
});

function Chosen() {
  const [value, setValue] = useState('');
  return (
    <NewPasswordField
      label="New password"
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
    />
  );
}

it('says how strong the password is as it is typed', async () => {
  render(<Chosen />);
  const field = screen.getByLabelText('New password');
  expect(field.getAttribute('autocomplete')).toBe('new-password');
  expect(screen.queryByRole('status')).toBeNull();
  await userEvent.type(field, 'Password1');
  expect(await screen.findByText('Very weak')).toBeTruthy();
  expect(await screen.findByText(/appeared in a data breach/)).toBeTruthy();
  await userEvent.type(field, ' zinc orbit lantern 58');
  expect(await screen.findByText('Strong')).toBeTruthy();
});
