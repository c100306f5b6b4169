import type { Preferences } from '@emporion/contracts/rest';
import { isLanguage, type Language } from '@emporion/i18n';
import { texts } from '@emporion/i18n/texts';
import { browserStorage } from '#api/browser-storage.ts';
import { type NumberStyleName, setNumberStyle } from '#ui/number/number-style.ts';
import { applyColours, isColourSet } from '#ui/theme/colours.ts';
import { adoptTheme, readTheme } from '#ui/theme/theme.ts';

export type Appearance = Pick<Preferences, 'theme' | 'colours' | 'number_format'>;
type NumberChoice = Appearance['number_format'];

const coloursKey = 'colours';
const numbersKey = 'number_format';
const numberChoices: readonly NumberChoice[] = ['language', 'comma_point', 'point_comma', 'space_comma'];

/** How the readers of each language are used to seeing numbers. */
const styleOfLanguage: Readonly<Record<Language, NumberStyleName>> = {
  en: 'comma_point',
  es: 'point_comma',
  ru: 'space_comma',
  pt: 'point_comma',
  fr: 'space_comma',
  it: 'point_comma',
};

export function numberStyleFor(choice: NumberChoice, language: string): NumberStyleName {
  if (choice !== 'language') return choice;
  return isLanguage(language) ? styleOfLanguage[language] : 'comma_point';
}

function storedNumbers(): NumberChoice {
  const stored = browserStorage.getItem(numbersKey);
  return numberChoices.find((choice) => choice === stored) ?? 'language';
}

function applyStored(): void {
  const colours = browserStorage.getItem(coloursKey);
  applyColours(isColourSet(colours) ? colours : 'green_red');
  setNumberStyle(numberStyleFor(storedNumbers(), texts.language));
}

/**
 * Shows the application as the reader has chosen, and keeps the choice here so that the next visit begins with it. An
 * account that leaves the theme to the system does not take away the one that was chosen on this device before login.
 */
export function applyAppearance({ theme, colours, number_format }: Appearance): void {
  if (theme !== 'auto' && readTheme() !== theme) adoptTheme(theme);
  browserStorage.setItem(coloursKey, colours);
  browserStorage.setItem(numbersKey, number_format);
  applyStored();
}

/** Applies what this browser remembers, and follows the language and the other tabs from then on. */
export function startAppearance(): void {
  applyStored();
  texts.onChange(applyStored);
  window.addEventListener('storage', ({ key }) => {
    if (key === coloursKey || key === numbersKey) applyStored();
  });
}
