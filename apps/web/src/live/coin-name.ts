import type { Coin } from '@emporion/contracts/rest';

let names: { readonly language: string; readonly of: Intl.DisplayNames } | undefined;

/**
 * What a coin is called. A currency has a name in every language, which the browser knows; to look for the first one takes a phone a tenth of a second,
 * so it is asked only for what is shown. The name of a coin is its own.
 */
export function coinName(
  { code, name, fiat }: Pick<Coin, 'code' | 'name' | 'fiat'>,
  language: string,
): string {
  if (!fiat) return name;
  if (names?.language !== language)
    names = { language, of: new Intl.DisplayNames([language], { type: 'currency', fallback: 'none' }) };
  const found = names.of.of(code) ?? name;
  // Many languages write it small within a sentence; here it stands alone.
  return found.charAt(0).toLocaleUpperCase(language) + found.slice(1);
}
