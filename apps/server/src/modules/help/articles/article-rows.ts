import { parseMarkdown, plainTextOf } from '@emporion/contracts/markdown';
import type { ArticleText, HelpCategory } from '@emporion/contracts/rest';
import { type Language, languages } from '@emporion/i18n';
import { type QueryExecutorProvider, sql } from 'kysely';
import { keepWords } from '../search/words.ts';
import type { Texts } from './article-files.ts';

/** What staff or a file say of an article. */
export interface ArticleContent {
  readonly slug: string;
  readonly category: HelpCategory;
  readonly related: readonly string[];
  readonly isPublished: boolean;
  readonly texts: Texts;
}

/** Where it comes from and who changed it. */
export interface ArticleOrigin {
  readonly place: number;
  readonly source: string | null;
  readonly isEdited: boolean;
  readonly now: Date;
  readonly by: string | null;
}

export async function insertArticle(
  db: QueryExecutorProvider,
  { slug, category, related, isPublished, texts }: ArticleContent,
  { place, source, isEdited, now, by }: ArticleOrigin,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into help_articles (slug, category, place, related, is_published, source, is_edited, changed_at, changed_by)
    values (${slug}, ${category}, ${place}, ${related}::text[], ${isPublished}, ${source}, ${isEdited}, ${now}, ${by})
    returning id::text as id
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A help article was not kept.');
  await writeTexts(db, row.id, texts);
}

export async function updateArticle(
  db: QueryExecutorProvider,
  id: string,
  { category, related, isPublished, texts }: ArticleContent,
  { place, source, isEdited, now, by }: ArticleOrigin,
): Promise<void> {
  await sql`
    update help_articles set category = ${category}, place = ${place}, related = ${related}::text[], is_published = ${isPublished},
      source = ${source}, is_edited = ${isEdited}, version = version + 1, changed_at = ${now}, changed_by = ${by}
    where id = ${id}::bigint
  `.execute(db);
  await writeTexts(db, id, texts);
}

/** Replaces the texts of an article, and keeps the words of search in step with them. */
async function writeTexts(db: QueryExecutorProvider, id: string, texts: Texts): Promise<void> {
  const written = languages.flatMap((language) => {
    const text = texts[language];
    return text === undefined ? [] : [{ language, ...text, plain: plainTextOf(parseMarkdown(text.body)) }];
  });
  const before = await sql<{ language: Language; words: string }>`
    delete from help_texts where article_id = ${id}::bigint returning language, title || ' ' || summary || ' ' || plain as words
  `.execute(db);
  await sql`
    insert into help_texts (article_id, language, title, summary, body, plain)
    select ${id}::bigint, language, title, summary, body, plain
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as given (language text, title text, summary text, body text, plain text)
  `.execute(db);
  await keepWords(db, {
    gone: before.rows.map(({ language, words }) => ({ language, words })),
    added: written.map(({ language, title, summary, plain }) => ({
      language,
      words: `${title} ${summary} ${plain}`,
    })),
    articleId: id,
  });
}

export interface ArticleRow {
  readonly id: string;
  readonly slug: string;
  readonly category: HelpCategory;
  readonly place: number;
  readonly related: readonly string[];
  readonly isPublished: boolean;
  readonly isEdited: boolean;
  readonly source: string | null;
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: string | null;
  readonly changedByName: string | null;
  readonly helpful: number;
  readonly unhelpful: number;
  readonly texts: Readonly<Partial<Record<Language, ArticleText>>>;
}

/** Articles with all their texts, in their order. There are some hundred of them at most in an exchange's help. */
export async function listArticles(
  db: QueryExecutorProvider,
  only: { slug?: string } = {},
): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select help_articles.id::text as id, slug, category, place, related, is_published as "isPublished", is_edited as "isEdited", source, version,
      changed_at as "changedAt", changed_by as "changedBy", users.username as "changedByName",
      (select count(*)::int from help_votes where article_id = help_articles.id and is_helpful) as helpful,
      (select count(*)::int from help_votes where article_id = help_articles.id and not is_helpful) as unhelpful,
      coalesce((
        select jsonb_object_agg(language, jsonb_build_object('title', title, 'summary', summary, 'body', body))
        from help_texts where article_id = help_articles.id
      ), '{}') as texts
    from help_articles left join users on users.id = changed_by
    where ${only.slug ?? null}::text is null or slug = ${only.slug ?? null}
    order by place, help_articles.id limit 1000
  `.execute(db);
  return rows;
}
