import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { searchArticles } from '../apps/server/src/modules/help/search/search-articles.ts';
import { addWords } from '../apps/server/src/modules/help/search/words.ts';
import { connectDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { folders } from '../apps/server/src/platform/folders.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { milliseconds, rate } from './median-time.ts';

/** Letters that a word of the bench is made of, so that no two are alike by chance. */
const syllables = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ka',
  'le',
  'mi',
  'no',
  'pu',
  'ra',
  'se',
  'ti',
  'vo',
  'zu',
  'xe',
];
const wordsInAll = 20_000;
const wordsOfArticle = 250;
const rowsAtOnce = 500;

const wordAt = (number: number): string =>
  [number % 16, (number >> 4) % 16, (number >> 8) % 16, (number >> 12) % 16]
    .map((at) => syllables[at])
    .join('');

/**
 * How many searches a second there are with so many articles, of a word that is written right and of one that is misspelt; the peer looks for the word with
 * ILIKE in the same texts, and finds nothing of a misspelt one. `npm run bench -- help-search 10000`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [articles = 10_000] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-help-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const database = await connectDatabase(postgres.url);
    await migrate(database.pool, folders.migrations);
    const result = await measure(database, articles);
    await database.close();
    return result;
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function measure(database: Database, articles: number): Promise<BenchResult> {
  await fill(database, articles);
  const right = wordAt(4_711);
  const misspelt = `${right.slice(0, 3)}${right[4]}${right[3]}${right.slice(5)}`;
  const search = (q: string) => searchArticles(database.kysely, { q, language: 'en' });
  const found = await search(right);
  const corrected = await search(misspelt);
  if (found.results.length === 0 || corrected.corrected !== right)
    throw new Error(`The bench searches for what is not there: ${misspelt} became ${corrected.corrected}.`);
  const rightMs = await milliseconds(() => search(right));
  const misspeltMs = await milliseconds(() => search(misspelt));
  const ilikeMs = await milliseconds(() => byIlike(database, right));
  const plan = await planOf(database, right);
  return {
    ...{
      ours: rate(rightMs),
      peer: rate(ilikeMs),
      peerName: 'ILIKE over the same texts',
      unit: 'searches a second',
      articles,
    },
    ...{ rightMs, misspeltMs, ilikeMs, plan },
  };
}

/** Articles of words that are drawn by their number, the same at every run. */
async function fill(database: Database, articles: number): Promise<void> {
  const words = Array.from({ length: wordsInAll }, (_, number) => wordAt(number));
  await addWords(database.kysely, 'en', words);
  await sql`
    insert into help_articles (slug, category, place) select 'article-' || number, 'trading', number from generate_series(1, ${articles}::int) number
  `.execute(database.kysely);
  for (let first = 1; first <= articles; first += rowsAtOnce) {
    const places = Array.from({ length: Math.min(rowsAtOnce, articles - first + 1) }, (_, at) => first + at);
    const texts = places.map((place) =>
      Array.from(
        { length: wordsOfArticle },
        (_, at) => words[(place * 7_919 + at * 104_729) % wordsInAll],
      ).join(' '),
    );
    await sql`
      insert into help_texts (article_id, language, title, summary, body, plain)
      select id, 'en', 'Article ' || help_articles.place, 'In short.', text, text
      from unnest(${places}::int[], ${texts}::text[]) as given (place, text) join help_articles on help_articles.place = given.place
    `.execute(database.kysely);
  }
  await database.pool.query('vacuum analyze help_texts');
  await database.pool.query('vacuum analyze help_words');
}

async function byIlike(database: Database, word: string): Promise<void> {
  await sql`
    select slug, title from help_texts join help_articles on help_articles.id = article_id
    where language = 'en' and (title ilike ${`%${word}%`} or plain ilike ${`%${word}%`}) limit 8
  `.execute(database.kysely);
}

/** The indexes that the two steps of a search go through. */
async function planOf(database: Database, word: string): Promise<string[]> {
  const { rows: matched } = await database.pool.query<{ 'QUERY PLAN': string }>(
    "explain select article_id from help_texts where search @@ plainto_tsquery('english', $1) and language = 'en'",
    [word],
  );
  const { rows: alike } = await database.pool.query<{ 'QUERY PLAN': string }>(
    "explain select word from help_words where language = 'en' and folded % $1",
    [word],
  );
  return [...matched, ...alike]
    .map((row) => row['QUERY PLAN'].trim())
    .filter((line) => line.includes('Index'));
}
