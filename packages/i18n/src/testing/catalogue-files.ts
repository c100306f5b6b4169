import { readFileSync } from 'node:fs';
import { areas } from '#areas.ts';
import { type Language, languages } from '#languages.ts';

const known = new Map<Language, ReadonlyMap<string, string>>();

/** Every text of one language by its whole key, `area.path.to.text`, as it is in the files, which are read once. */
export function readTexts(language: Language): ReadonlyMap<string, string> {
  const texts = known.get(language) ?? readFiles(language);
  known.set(language, texts);
  return texts;
}

function readFiles(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  for (const area of areas) {
    const file = new URL(`../../catalogues/${language}/${area}.json`, import.meta.url);
    collect(JSON.parse(readFileSync(file, 'utf8')), { prefix: area, texts });
  }
  return texts;
}

function collect(value: unknown, { prefix, texts }: { prefix: string; texts: Map<string, string> }): void {
  if (typeof value === 'string') {
    texts.set(prefix, value);
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${prefix} is neither a text nor a group of texts.`);
  }
  for (const [key, child] of Object.entries(value)) {
    // A point would be read as a step of the path, and the text could never be found.
    if (key === '' || key.includes('.')) throw new Error(`"${key}" in ${prefix} cannot be part of a key.`);
    collect(child, { prefix: `${prefix}.${key}`, texts });
  }
}

export const translations = languages.filter((language) => language !== 'en');

export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^}\s]+)\s*\}\}/g)].map(([, name]) => name ?? ''))].sort();
}

const pluralEnding = /_(?:zero|one|two|few|many|other)$/;

/** The name of the plural that a key is a form of; undefined for a key that only happens to end like one. */
export function pluralOf(key: string, texts: ReadonlyMap<string, string>): string | undefined {
  const name = key.replace(pluralEnding, '');
  return name !== key && texts.has(`${name}_one`) && texts.has(`${name}_other`) ? name : undefined;
}

/** The keys a language must have so that all it needs is said: the plural forms follow its own rules. */
export function keysExpectedOf(language: Language, english: ReadonlyMap<string, string>): Set<string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const expected = new Set<string>();
  for (const key of english.keys()) {
    const plural = pluralOf(key, english);
    if (plural === undefined) expected.add(key);
    else for (const form of forms) expected.add(`${plural}_${form}`);
  }
  return expected;
}
