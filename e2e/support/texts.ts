import { readFileSync } from 'node:fs';

type Params = Readonly<Record<string, string>>;

/** The words of the interface in a language, by their whole key, so that one walk serves every language. */
export function textsOf(language: string): (key: string, params?: Params) => string {
  const areas = new Map<string, unknown>();
  return (key, params = {}) => {
    const [area = '', ...path] = key.split('.');
    if (!areas.has(area)) {
      const file = new URL(`../../packages/i18n/catalogues/${language}/${area}.json`, import.meta.url);
      areas.set(area, JSON.parse(readFileSync(file, 'utf8')));
    }
    let value = areas.get(area);
    for (const part of path) value = (value as Record<string, unknown> | undefined)?.[part];
    if (typeof value !== 'string') throw new Error(`There is no text ${key} in ${language}.`);
    return value.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
  };
}
