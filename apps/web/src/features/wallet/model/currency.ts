import { create } from 'zustand';
import { browserStorage } from '#api/browser-storage.ts';
import { chosen } from '#language/brand.ts';

const key = 'wallet_currency';

/** The currencies beside coins that values are shown in, as the contract has them. */
export const fiatCurrencies: readonly string[] = ['USD', 'EUR', 'RUB'];

/** What values are shown in: a currency or a coin. This browser remembers it; before that it is the currency of the exchange. */
export const useCurrencyStore = create(() => ({
  currency: browserStorage.getItem(key) ?? chosen.currency ?? 'USD',
}));

export function useCurrency(): string {
  return useCurrencyStore(({ currency }) => currency);
}

export function chooseCurrency(currency: string): void {
  browserStorage.setItem(key, currency);
  useCurrencyStore.setState({ currency });
}

/** Cents where a unit is about the size of a dollar; a coin that is worth thousands needs more. */
export function valueDecimals(currency: string): number {
  return [...fiatCurrencies, 'USDT'].includes(currency) ? 2 : 8;
}
