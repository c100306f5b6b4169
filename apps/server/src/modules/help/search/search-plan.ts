import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, sql } from 'kysely';
import { mistakesAllowed, mistakesBetween } from './edit-distance.ts';
import { otherWordFor } from './other-words.ts';
import { configurations, folded, isSpoken } from './words.ts';

/** One word of a question, and the words of articles that may be meant by it. */
export interface Term {
  readonly typed: string;
  readonly meant: readonly string[];
  /** The word that it was taken for, where it occurs nowhere itself. */
  readonly corrected: string | null;
  /** Whether any article has it, as it is or corrected. */
  readonly isFound: boolean;
}

export interface SearchPlan {
  readonly language: Language;
  readonly terms: readonly Term[];
  /** Whether every word occurs as it was typed. */
  readonly isExact: boolean;
}

interface Known {
  readonly typed: string;
  readonly isFrequent: boolean;
  readonly isKnown: boolean;
  readonly begun: readonly string[];
}

const begunMax = 8;
const alikeMax = 20;
const correctionsMax = 3;

/**
 * What each word of a question means in a language: itself, the words that it is the beginning of (of the last one, which may not be finished), and, where
 * there are none, the words that it is a misspelling of.
 */
export async function planSearch(
  db: QueryExecutorProvider,
  language: Language,
  typed: readonly string[],
): Promise<SearchPlan> {
  const known = (await readKnown(db, language, typed)).filter(({ isFrequent }) => !isFrequent);
  const otherOf = ({ typed: word, isKnown, begun }: Known) =>
    isKnown || begun.length > 0 ? undefined : otherWordFor(language, word);
  const unknown = known.filter((one) => !one.isKnown && one.begun.length === 0 && otherOf(one) === undefined);
  const alike = await readAlike(
    db,
    language,
    unknown.map((one) => one.typed),
  );
  const last = typed.at(-1);
  const terms = known.map((one): Term => {
    const { typed: word, isKnown, begun } = one;
    const other = otherOf(one);
    if (other !== undefined) return { typed: word, meant: [other], corrected: null, isFound: true };
    if (isKnown || begun.length > 0) {
      const isBegun = word === last || !isKnown;
      return { typed: word, meant: isBegun ? [word, ...begun] : [word], corrected: null, isFound: true };
    }
    // A word that we use ourselves is no misspelling of another: no answer is better than a wrong one.
    const meant = isSpoken(language, word) ? [] : nearest(word, alike.get(word) ?? []);
    return { typed: word, meant: [word, ...meant], corrected: meant[0] ?? null, isFound: meant.length > 0 };
  });
  return { language, terms, isExact: terms.length > 0 && unknown.length === 0 };
}

async function readKnown(
  db: QueryExecutorProvider,
  language: Language,
  typed: readonly string[],
): Promise<Known[]> {
  const configuration = configurations[language];
  const { rows } = await sql<Known>`
    select typed, numnode(plainto_tsquery(${configuration}::regconfig, typed)) = 0 as "isFrequent",
      exists (
        select from help_words where language = ${language}
          and lexeme = (tsvector_to_array(to_tsvector(${configuration}::regconfig, typed)))[1]
      ) as "isKnown",
      array(
        select word from help_words
        where language = ${language} and length(begins) > 1 and folded >= begins and folded < begins || '~' and lexeme is not null
        order by length(folded), folded limit ${begunMax}
      ) as begun
    from unnest(${typed}::text[], ${typed.map(folded)}::text[]) with ordinality as given (typed, begins, place)
    order by place
  `.execute(db);
  return rows;
}

interface Alike {
  readonly typed: string;
  readonly word: string;
  readonly folded: string;
}

async function readAlike(
  db: QueryExecutorProvider,
  language: Language,
  typed: readonly string[],
): Promise<Map<string, Alike[]>> {
  if (typed.length === 0) return new Map();
  const { rows } = await sql<Alike>`
    select typed, word, found.folded
    from unnest(${typed}::text[], ${typed.map(folded)}::text[]) as given (typed, key),
      help_words_like(${language}, key, ${alikeMax}) found
  `.execute(db);
  return new Map(typed.map((word) => [word, rows.filter((row) => row.typed === word)]));
}

/** The words that the fewest mistakes lead to, if few enough do. */
function nearest(typed: string, candidates: readonly Alike[]): string[] {
  const key = folded(typed);
  const measured = candidates
    .map((one) => ({ ...one, distance: mistakesBetween(key, one.folded) }))
    // Fingers slip on, but seldom at the first letter: two words that begin otherwise are two words.
    .filter(({ folded: other, distance }) => distance < 2 || other.charAt(0) === key.charAt(0));
  const least = Math.min(...measured.map(({ distance }) => distance));
  // A word that goes on after what was typed is half a mistake, which is not counted against it.
  if (Math.floor(least) > mistakesAllowed(key)) return [];
  return measured
    .filter(({ distance }) => distance === least)
    .slice(0, correctionsMax)
    .map(({ word }) => word);
}
