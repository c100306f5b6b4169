import { readFileSync } from 'node:fs';
import { type Language, languages } from '#languages.ts';

/** What a thing is called in one language. */
export interface Term {
  /** As it is written alone. */
  readonly word: string;
  /** How a text that speaks of it can be told: the beginning of a word, as a pattern. */
  readonly as: RegExp;
  /** What it is never called, as whole words. */
  readonly never: readonly RegExp[];
}

interface WrittenTerm {
  readonly word: string;
  readonly as: string;
  readonly never: readonly string[];
}

function readTerms(language: Language): ReadonlyMap<string, Term> {
  const file = new URL(`../../terms/${language}.json`, import.meta.url);
  const written = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, WrittenTerm>>;
  return new Map(
    Object.entries(written).map(([thing, { word, as, never }]) => [
      thing,
      {
        word,
        as: new RegExp(`(?<![\\p{L}\\p{N}])(?:${as})`, 'iu'),
        never: never.map((other) => new RegExp(`(?<![\\p{L}\\p{N}-])(?:${other})(?![\\p{L}\\p{N}])`, 'iu')),
      },
    ]),
  );
}

/** One word for one thing, in each language: `terms/*.json` beside the catalogues. */
export const terms = Object.fromEntries(
  languages.map((language) => [language, readTerms(language)]),
) as unknown as Readonly<Record<Language, ReadonlyMap<string, Term>>>;

/** Things that a translation names wherever the English text does. The others are often said better in another way. */
export const alwaysNamed: readonly string[] = [
  ...['withdrawal', 'two_factor', 'fee', 'saved_address', 'network', 'memo', 'pair', 'market'],
  ...['limit_order', 'stop_price', 'post_only', 'maker', 'taker', 'ticket', 'password', 'passkey'],
  ...['backup_code', 'referral_code', 'order_book'],
];

/** Texts that leave such a name out, and rightly so. Whoever adds one has read it. */
export const saidOtherwise: Readonly<Record<string, readonly Language[]>> = {};
