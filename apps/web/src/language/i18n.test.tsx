import { texts } from '@emporion/i18n/texts';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { activeLanguage } from '#api/active-language.ts';
import { session } from '#api/session.ts';
import { changeLanguage, followAccountLanguage, loadTexts, startI18n, tellChosenLanguage } from './i18n.ts';

const sent: { url: string; body: unknown }[] = [];

let network = async (): Promise<Response> => {
  throw new TypeError('The network is gone.');
};

function logIn(): void {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 600 }));
  session.save({ token: `e30.${claims}.signature`, refreshToken: 'r' });
}

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ url, body });
    return network();
  });
  const early = loadTexts('pages');
  await startI18n();
  await early;
});
afterEach(() => {
  session.clear();
  sent.length = 0;
});

it('starts with the texts of the stored language, also those asked for before it began', () => {
  expect(document.documentElement.lang).toBe('en');
  expect(texts.t('shell.login')).toBe('Log in');
  expect(texts.t('pages.links.wallet')).toBe('Wallet');
});

it('keeps a visitor’s choice here, shows it, and tells nobody', async () => {
  await changeLanguage('ru');
  expect(window.localStorage.getItem('planguage')).toBe('ru');
  expect([document.documentElement.lang, activeLanguage()]).toEqual(['ru', 'ru']);
  expect(texts.t('shell.login')).toBe('Войти');
  expect(texts.t('pages.links.wallet')).toBe('Кошелёк');
  expect(sent).toEqual([]);
});

it('posts a logged-in user’s choice, and keeps it although the server cannot be reached', async () => {
  logIn();
  await changeLanguage('it');
  expect(sent).toEqual([{ url: '/api/v1/language/', body: '{"lang":"it"}' }]);
  expect(document.documentElement.lang).toBe('it');
});

it('follows a change made in another tab', async () => {
  const changed = new Promise((resolve) => {
    texts.onChange(resolve);
  });
  window.dispatchEvent(new StorageEvent('storage', { key: 'planguage', newValue: 'es' }));
  expect(await changed).toBe('es');
  expect(document.documentElement.lang).toBe('es');
});

it('shows the account’s language at a login, whatever this device was last shown in', async () => {
  window.localStorage.removeItem('planguage_untold');
  await followAccountLanguage('fr');
  expect(document.documentElement.lang).toBe('fr');
  expect(window.localStorage.getItem('planguage')).toBe('fr');
  await followAccountLanguage('pt');
  expect(document.documentElement.lang).toBe('pt');
  expect(sent).toEqual([]);
});

it('keeps what a visitor chose through a login, and tells the account until it has heard', async () => {
  await changeLanguage('ru');
  await followAccountLanguage('fr');
  expect(document.documentElement.lang).toBe('ru');
  logIn();
  expect(await tellChosenLanguage()).toBe(false);
  network = async () => new Response('{"lang":"ru"}', { headers: { 'content-type': 'application/json' } });
  expect(await tellChosenLanguage()).toBe(true);
  expect(sent.map(({ body }) => body)).toEqual(['{"lang":"ru"}', '{"lang":"ru"}']);
  expect(await tellChosenLanguage()).toBe(false);
  // Now that it is known, the next account on this device has its own.
  await followAccountLanguage('fr');
  expect(document.documentElement.lang).toBe('fr');
});
