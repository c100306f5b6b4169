/** The interface languages, in the order they are offered. The wire contract has the same list; a test compares them. */
export const languages = ['en', 'es', 'ru', 'pt', 'fr', 'it'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The first wish we can meet: `pt-BR` asks for `pt`. English when we can meet none. */
export function negotiateLanguage(list: readonly string[]): Language {
  for (const wish of list) {
    const primary = wish.trim().toLowerCase().split(/[-_]/, 1)[0];
    if (isLanguage(primary)) return primary;
  }
  return defaultLanguage;
}

const wishesMax = 20;

function parseWish(part: string): { tag: string; weight: number } {
  const [tag = '', ...settings] = part.split(';').map((piece) => piece.trim());
  const quality = settings.find((setting) => setting.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** Reads an Accept-Language header, a browser's list or a plain `ru`, into wishes for `negotiateLanguage`. */
export function wishesOfHeader(header: string | undefined): string[] {
  return (header ?? '')
    .split(',', wishesMax)
    .map(parseWish)
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag);
}
