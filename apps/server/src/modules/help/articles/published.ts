import type { Article, ArticleSummary } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** More than this nobody looks through; what comes after them is found by search. */
const listedMax = 500;

/** Each article with its text in a language, and in English where it has none in that one. */
const inLanguage = (language: Language): RawBuilder<unknown> => sql`
  help_articles join lateral (
    select * from help_texts where article_id = help_articles.id and language in (${language}, 'en')
    order by language = ${language} desc limit 1
  ) shown on true
`;

export async function listPublished(
  db: QueryExecutorProvider,
  language: Language,
): Promise<ArticleSummary[]> {
  const { rows } = await sql<ArticleSummary>`
    select slug, category, shown.language, title, summary from ${inLanguage(language)}
    where is_published order by place, id limit ${listedMax}
  `.execute(db);
  return rows;
}

export async function readPublished(
  db: QueryExecutorProvider,
  { slug, language }: { slug: string; language: Language },
): Promise<Article | undefined> {
  const { rows } = await sql<Omit<Article, 'updated'> & { changedAt: Date }>`
    with found as (
      select slug, category, shown.language, title, summary, body, changed_at as "changedAt", related as others
      from ${inLanguage(language)} where is_published and slug = ${slug}
    )
    select found.slug, category, language, title, summary, body, "changedAt", linked.related from found, lateral (
      select coalesce(json_agg(json_build_object('slug', help_articles.slug, 'title', shown.title)
        order by array_position(others, help_articles.slug)), '[]') as related
      from ${inLanguage(language)} where is_published and help_articles.slug = any (others)
    ) linked
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { changedAt, ...article } = row;
  return { ...article, updated: changedAt.toISOString() };
}
