import type { FoundArticle, HelpCategory } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { planSearch, type SearchPlan, type Term } from './search-plan.ts';
import { configurations, folded, wordsOf } from './words.ts';

/** What a title says of an article it says the more, the shorter it is. */
const titleOnly = [0, 0, 0, 1];
const titleWeight = 20;
/** More words than these narrow nothing down. */
const termsMax = 8;
const resultsMax = 8;
/** So many that match are ranked; a word that more articles have tells nothing of any of them. */
const rankedMax = 1_000;

export interface SearchAnswer {
  readonly corrected: string | null;
  readonly results: FoundArticle[];
}

/**
 * Articles by what somebody typed: in their language as it is written, then in English, then with misspelt words taken for those that they are like, in the same
 * order. What is not translated is shown in English.
 */
export async function searchArticles(
  db: QueryExecutorProvider,
  { q, language }: { q: string; language: Language },
): Promise<SearchAnswer> {
  // What folds to nothing (letters without a sound) would be the beginning of every word.
  const typed = wordsOf(q)
    .filter((word) => folded(word) !== '')
    .slice(0, termsMax);
  if (typed.length === 0) return { corrected: null, results: [] };
  const own = await planSearch(db, language, typed);
  const plans = language === 'en' ? [own] : [own, await planSearch(db, 'en', typed)];
  for (const plan of plans.toSorted((one, other) => Number(other.isExact) - Number(one.isExact))) {
    const results = await findArticles(db, plan, language);
    if (results.length > 0) return { corrected: correctionOf(plan), results };
  }
  return { corrected: null, results: [] };
}

function correctionOf({ terms }: SearchPlan): string | null {
  if (terms.every(({ corrected }) => corrected === null)) return null;
  return terms.map(({ typed, corrected }) => corrected ?? typed).join(' ');
}

/** Those that have every word; if there are none, those that have one of them. */
async function findArticles(
  db: QueryExecutorProvider,
  plan: SearchPlan,
  shownIn: Language,
): Promise<FoundArticle[]> {
  const terms = plan.terms.filter(({ isFound }) => isFound);
  if (terms.length === 0) return [];
  const every = await findBy(db, { plan, terms, combined: sql` && `, shownIn });
  if (every.length > 0 || terms.length === 1) return every;
  return findBy(db, { plan, terms, combined: sql` || `, shownIn });
}

interface FoundRow {
  readonly slug: string;
  readonly category: HelpCategory;
  readonly language: Language;
  readonly title: string;
  readonly excerpt: string;
}

/** Around what was searched for, as the database marks it; both are characters that nobody writes. */
const hitBegins = '\uE000';
const hitEnds = '\uE001';
const marks = `StartSel=${hitBegins}, StopSel=${hitEnds}`;
const titleMarks = `${marks}, HighlightAll=true`;
/** One piece, for pages cut it where two lines end: a sign between two pieces would stand beside the sign of the cut. */
const excerptMarks = `${marks}, MaxFragments=1, MinWords=16, MaxWords=32`;

async function findBy(
  db: QueryExecutorProvider,
  {
    plan: { language },
    terms,
    combined,
    shownIn,
  }: { plan: SearchPlan; terms: readonly Term[]; combined: RawBuilder<unknown>; shownIn: Language },
): Promise<FoundArticle[]> {
  const configuration = sql`${configurations[language]}::regconfig`;
  const ask = (word: string) => sql`plainto_tsquery(${configuration}, ${word})`;
  const either = (words: readonly string[]) => sql`(${sql.join(words.map(ask), sql` || `)})`;
  const asked = sql`(${sql.join(
    terms.map(({ meant }) => either(meant)),
    combined,
  )})`;
  const exactly = either(terms.map(({ typed }) => typed));
  const { rows } = await sql<FoundRow>`
    select slug, category, coalesce(own.language, found.language) as language,
      case when own.language is null then ts_headline(${configuration}, found.title, ${asked}, ${titleMarks}) else own.title end as title,
      case when own.language is null then ts_headline(${configuration}, found.summary || E'\\n' || found.plain, ${asked}, ${excerptMarks}) else own.summary end as excerpt
    from (
      select article_id, slug, category, place, hits.language, title, summary, plain,
        2 * ts_rank(search, ${exactly}, 1) + ts_rank(search, ${asked}, 1) + ${titleWeight} * ts_rank(${titleOnly}::real[], search, ${asked}) / length(title) as rank
      from (
        select article_id, language, title, summary, plain, search from help_texts
        where search @@ ${asked} and language = ${language} limit ${rankedMax}
      ) hits join help_articles on help_articles.id = article_id and is_published
      order by rank desc, place limit ${resultsMax}
    ) found
    left join help_texts own on own.article_id = found.article_id and own.language = ${shownIn} and own.language <> ${language}
    order by rank desc, place
  `.execute(db);
  return rows.map(({ title, excerpt, ...row }) => ({
    ...row,
    title: markedParts(title),
    excerpt: markedParts(inOneLine(excerpt)),
  }));
}

/** A heading or a line of a list has no full stop: what comes after it is set apart. */
function inOneLine(text: string): string {
  return text
    .replaceAll(new RegExp(`([^.!?:;…${hitEnds}\\s]${hitEnds}?)[^\\S\\n]*\\n\\s*`, 'gu'), '$1 · ')
    .replace(/\s+/g, ' ');
}

function markedParts(text: string): FoundArticle['title'] {
  return text
    .split(new RegExp(`(${hitBegins}[^${hitEnds}]*${hitEnds})`, 'u'))
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith(hitBegins)
        ? { text: part.replaceAll(hitBegins, '').replaceAll(hitEnds, ''), hit: true }
        : { text: part, hit: false },
    );
}
