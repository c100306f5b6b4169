const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** What a country is called, by its code of two letters. */
export function countryName(code: string): string {
  return countries.of(code) ?? code;
}

/** What a language is called, by its code. */
export function languageName(code: string): string {
  return languages.of(code) ?? code;
}
