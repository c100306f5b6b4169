import { expect, it } from 'vitest';
import { coinName } from './coin-name.ts';

const dollar = { code: 'USD', name: 'US dollar', fiat: true };

it('calls a currency by its name in the language of the moment, and a coin by its own', () => {
  expect(['en', 'es', 'fr', 'it', 'pt', 'ru'].map((language) => coinName(dollar, language))).toEqual([
    'US Dollar',
    'Dólar estadounidense',
    'Dollar des États-Unis',
    'Dollaro statunitense',
    'Dólar americano',
    'Доллар США',
  ]);
  expect(coinName({ code: 'BTC', name: 'Bitcoin', fiat: false }, 'ru')).toBe('Bitcoin');
});

it('keeps the name that the operator gave to a currency which the browser does not know', () => {
  expect(coinName({ code: 'QQQ', name: 'Guild credit', fiat: true }, 'fr')).toBe('Guild credit');
});
