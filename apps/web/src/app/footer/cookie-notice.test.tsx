import { languages } from '@emporion/i18n';
import { texts } from '@emporion/i18n/texts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '#language/i18n.ts';
import { CookieNotice } from './cookie-notice.tsx';
import { cookieNotices } from './cookie-notice-html.ts';
import { copyrightYears } from './footer.tsx';
import { closeEarly } from './notice-cookie.ts';

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  // biome-ignore lint/suspicious/noDocumentCookie: the browser's other way to it is not in the test's page
  document.cookie = 'cookie_notice=; max-age=0; path=/';
});

it('is drawn as it stands in the page already, in every language', async () => {
  const notices = cookieNotices();
  for (const language of languages) {
    await texts.changeLanguage(language);
    const { container } = render(<CookieNotice />);
    expect(container.innerHTML, language).toBe(notices[language]);
    cleanup();
  }
  await texts.changeLanguage('en');
});

it('stays until it has been accepted, and then never comes back', async () => {
  render(<CookieNotice />);
  await userEvent.click(screen.getByRole('button'));
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  render(<CookieNotice />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('can be accepted before the application is here', async () => {
  const root = document.createElement('div');
  root.innerHTML = cookieNotices().en ?? '';
  document.body.append(root);
  closeEarly(root);
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(root.innerHTML).toBe('');
  render(<CookieNotice />);
  expect(screen.queryByRole('button')).toBeNull();
  root.remove();
});

it.each([
  ['2024-06-01', undefined, '2024'],
  ['2026-06-01', undefined, '2024–2026'],
  ['2026-06-01', '', '2026'],
  ['2026-06-01', '2019', '2019–2026'],
])('counts the years of the copyright at %s, since %j, as %s', (now, since, years) => {
  expect(copyrightYears(new Date(now), since)).toBe(years);
});
