import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { type ArticleFile, readArticleFiles } from './article-files.ts';
import { insertArticle, updateArticle } from './article-rows.ts';

interface Kept {
  readonly id: string;
  readonly slug: string;
  readonly source: string | null;
  readonly isEdited: boolean;
}

/**
 * Brings the articles of the software into their tables: new ones are added, changed ones changed, and those whose files are gone go. What staff wrote or
 * changed stays as it is.
 */
export async function loadArticles(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  files: readonly ArticleFile[] = readArticleFiles(),
): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    // Two servers that start at once would both add the same.
    await sql`lock table help_articles in share row exclusive mode`.execute(transaction);
    const { rows } = await sql<Kept>`
      select id::text as id, slug, source, is_edited as "isEdited" from help_articles
    `.execute(transaction);
    const kept = new Map(rows.map((row) => [row.slug, row]));
    for (const file of files) {
      const row = kept.get(file.slug);
      const content = { ...file, isPublished: true };
      const origin = { place: file.place, source: file.source, isEdited: false, now: clock.now(), by: null };
      if (row === undefined) await insertArticle(transaction, content, origin);
      else if (!row.isEdited && row.source !== file.source)
        await updateArticle(transaction, row.id, content, origin);
    }
    const slugs = files.map(({ slug }) => slug);
    await sql`
      delete from help_articles where not is_edited and source is not null and slug <> all (${slugs}::text[])
    `.execute(transaction);
  });
}
