import { texts } from '@emporion/i18n/texts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '#language/i18n.ts';
import { formatNumber, splitTrailingZeros } from '#ui/number/format-number.ts';
import { adoptTheme } from '#ui/theme/theme.ts';
import { applyAppearance, numberStyleFor, startAppearance } from './appearance.ts';
import { startPathFor } from './start-path.ts';

const untouched = { theme: 'auto', colours: 'green_red', number_format: 'language' } as const;

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  startAppearance();
});
afterEach(async () => {
  applyAppearance(untouched);
  adoptTheme('auto');
  await texts.changeLanguage('en');
});

const chosen = { theme: 'dark', colours: 'blue_orange', number_format: 'point_comma' } as const;

it('puts theme and colours on the page and remembers them', () => {
  applyAppearance(chosen);
  expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', colours: 'blue-orange' });
  expect(document.cookie).toContain('theme=dark');
  expect(window.localStorage.getItem('colours')).toBe('blue_orange');
});

it('leaves the theme of this device alone while the account has none', () => {
  adoptTheme('light');
  applyAppearance(untouched);
  expect(document.documentElement.dataset.theme).toBe('light');
});

it('writes numbers in the chosen style, their trailing zeros included', () => {
  applyAppearance(chosen);
  expect(formatNumber('1234567.5', { decimals: 2 })).toBe('1.234.567,50');
  expect(splitTrailingZeros('1.234.567,50')).toEqual({ head: '1.234.567,5', zeros: '0' });
  expect(splitTrailingZeros('1.000,00')).toEqual({ head: '1.000', zeros: ',00' });
});

it('follows the language where the reader has chosen no style', async () => {
  await texts.changeLanguage('ru');
  expect(formatNumber('1234.5', { decimals: 2 })).toBe('1\u00a0234,50');
  await texts.changeLanguage('en');
  expect(formatNumber('1234.5', { decimals: 2 })).toBe('1,234.50');
});

it('keeps a chosen style in every language', () => {
  expect(numberStyleFor('comma_point', 'ru')).toBe('comma_point');
  expect(numberStyleFor('language', 'tlh')).toBe('comma_point');
});

it('begins where the chosen interface is, and at the desk when none is', () => {
  expect([null, 'basic', 'advanced'].map((one) => startPathFor(one as 'basic'))).toEqual([
    '/trade/BTC-USDT',
    '/quick-swap',
    '/trade/BTC-USDT',
  ]);
});
