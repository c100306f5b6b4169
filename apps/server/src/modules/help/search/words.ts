import { type Language, languages } from '@emporion/i18n';
import { everyText } from '@emporion/i18n/server';
import { type QueryExecutorProvider, sql } from 'kysely';

/** By which configuration of PostgreSQL's search a language is read. */
export const configurations: Readonly<Record<Language, string>> = {
  en: 'english',
  es: 'spanish',
  ru: 'russian',
  pt: 'portuguese',
  fr: 'french',
  it: 'italian',
};

const wordLengthMax = 40;

/** The words of a text in lower case, each once. */
export function wordsOf(text: string): string[] {
  const found =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(found.filter((word) => word.length <= wordLengthMax))];
}

const spoken = new Map<Language, ReadonlySet<string>>();

/** Whether it is a word of what the exchange says to people, in its pages' errors, mails and notifications. */
export function isSpoken(language: Language, word: string): boolean {
  const known = spoken.get(language) ?? new Set(wordsOf(everyText(language).join(' ')));
  spoken.set(language, known);
  return known.has(word);
}

const cyrillic: Readonly<Record<string, string>> = Object.fromEntries(
  [...'абвгдежзиклмнопрстуфхцчшщыэ'].map((letter, at) => [letter, 'abvgdejziklmnoprstufhcqwxye'.charAt(at)]),
);
const soundless = /[ъь]/g;

/**
 * What a word is compared by: without accents, as people type, and in letters of ASCII, for where a database was made with the locale C its trigrams know no
 * others.
 */
export function folded(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(soundless, '')
    .replace(/[а-я]/g, (letter) => cyrillic[letter] ?? { ю: 'iu', я: 'ia' }[letter] ?? letter);
}

interface Spoken {
  readonly language: Language;
  readonly words: string;
}

/**
 * Keeps the list of words in step with an article: those that it has are added while it is published, and those that it had go unless another published
 * article has them too.
 */
export async function keepWords(
  db: QueryExecutorProvider,
  { gone, added, articleId }: { gone: readonly Spoken[]; added: readonly Spoken[]; articleId: string },
): Promise<void> {
  const { rows } = await sql<{ isPublished: boolean }>`
    select is_published as "isPublished" from help_articles where id = ${articleId}::bigint
  `.execute(db);
  const isPublished = rows[0]?.isPublished ?? false;
  for (const language of languages) {
    const of = (spoken: readonly Spoken[]) =>
      new Set(spoken.filter((one) => one.language === language).flatMap(({ words }) => wordsOf(words)));
    const now = isPublished ? of(added) : new Set<string>();
    await addWords(db, language, [...now]);
    await dropWords(
      db,
      language,
      [...of(gone)].filter((word) => !now.has(word)),
    );
  }
}

export async function addWords(
  db: QueryExecutorProvider,
  language: Language,
  words: readonly string[],
): Promise<void> {
  if (words.length === 0) return;
  await sql`
    insert into help_words (language, word, folded, lexeme)
    select ${language}, word, folded, (tsvector_to_array(to_tsvector(${configurations[language]}::regconfig, word)))[1]
    from unnest(${words}::text[], ${words.map(folded)}::text[]) as given (word, folded)
    on conflict do nothing
  `.execute(db);
}

async function dropWords(
  db: QueryExecutorProvider,
  language: Language,
  words: readonly string[],
): Promise<void> {
  if (words.length === 0) return;
  await sql`
    delete from help_words where language = ${language} and word = any (${words}::text[]) and not exists (
      select from help_texts join help_articles on help_articles.id = article_id
      where is_published and help_texts.language = ${language} and search @@ plainto_tsquery(${configurations[language]}::regconfig, word)
    )
  `.execute(db);
}
