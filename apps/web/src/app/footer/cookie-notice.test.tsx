import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '#language/i18n.ts';
import { CookieNotice } from './cookie-notice.tsx';
import { copyrightYears } from './footer.tsx';

beforeAll(startI18n);
afterEach(cleanup);

it('stays until it has been accepted, and then never comes back', async () => {
  render(<CookieNotice />);
  await userEvent.click(screen.getByRole('button'));
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  render(<CookieNotice />);
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['2024-06-01', '2024'],
  ['2026-06-01', '2024–2026'],
])('counts the years from the founding to %s as %s', (now, years) => {
  expect(copyrightYears(new Date(now))).toBe(years);
});
