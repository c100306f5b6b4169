import {
  staffHelpEndpoints as endpoints,
  type ListedArticle,
  type StaffArticle,
} from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import { sql, type Transaction } from 'kysely';
import { type AuditValues, makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { type EndpointInput, serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import type { Texts } from './article-files.ts';
import {
  type ArticleContent,
  type ArticleRow,
  insertArticle,
  listArticles,
  updateArticle,
} from './article-rows.ts';

type Written = Omit<EndpointInput<typeof endpoints.add>['body'], 'slug'>;

/** Staff write, translate and publish. What they touch is theirs: a later version of the software does not overwrite it. */
export function addStaffArticleRoutes(app: App, platform: Platform): void {
  const { database, clock } = platform;

  serveEndpoint(app, endpoints.list, async () => ({
    results: (await listArticles(database.kysely)).map(listedOf),
  }));

  serveEndpoint(app, endpoints.read, async ({ params: { slug } }) => {
    const [row] = await listArticles(database.kysely, { slug });
    if (row === undefined) throw new Problem('article_not_found');
    return onWire(row);
  });

  async function change(
    call: StaffCall,
    content: ArticleContent,
    make: (transaction: Transaction<unknown>) => Promise<{ action: string; before?: AuditValues }>,
  ): Promise<StaffArticle> {
    let row: ArticleRow | undefined;
    await makeStaffChange(platform, call, async (transaction) => {
      const told = await make(transaction);
      [row] = await listArticles(transaction, { slug: content.slug });
      return { ...told, after: auditOf(content), object: `help_article:${content.slug}` };
    });
    if (row === undefined) throw new Problem('article_not_found');
    return onWire(row);
  }

  serveEndpoint(app, endpoints.add, (call) => {
    const content = contentOf(call.body.slug, call.body);
    return change(call, content, async (transaction) => {
      await sql`lock table help_articles in share row exclusive mode`.execute(transaction);
      if ((await listArticles(transaction, { slug: content.slug })).length > 0)
        throw new Problem('help_article_exists', { fields: { slug: { code: 'help_article_exists' } } });
      const { rows } = await sql<{ place: number }>`
        select coalesce(max(place), 0) + 1 as place from help_articles
      `.execute(transaction);
      const origin = { place: rows[0]?.place ?? 0, source: null, isEdited: true };
      await insertArticle(transaction, content, { ...origin, now: clock.now(), by: call.caller.userId });
      return { action: 'help_article_added' };
    });
  });

  serveEndpoint(app, endpoints.change, (call) => {
    const content = contentOf(call.params.slug, call.body);
    return change(call, content, async (transaction) => {
      await sql`select from help_articles where slug = ${content.slug} for update`.execute(transaction);
      const [before] = await listArticles(transaction, { slug: content.slug });
      if (before === undefined) throw new Problem('article_not_found');
      if (before.version !== call.body.version) throw new Problem('changed_meanwhile');
      const { id, place, source, texts } = before;
      const origin = { place, source, isEdited: true, now: clock.now(), by: call.caller.userId };
      await updateArticle(transaction, id, content, origin);
      return { action: 'help_article_changed', before: auditOf({ ...before, texts: texts as Texts }) };
    });
  });
}

function contentOf(slug: string, { category, related, published, texts }: Written): ArticleContent {
  const others = [...new Set(related)].filter((one) => one !== slug);
  return { slug, category, related: others, isPublished: published, texts: texts as Texts };
}

/** What the audit log keeps: the titles and how long the texts are, for a whole article would fill it. */
function auditOf({ category, isPublished, related, texts }: ArticleContent): AuditValues {
  const told = languages.flatMap((language) => {
    const text = texts[language];
    return text === undefined
      ? []
      : [[`title_${language}`, text.title] as const, [`length_${language}`, text.body.length] as const];
  });
  return { category, published: isPublished, related: [...related], ...Object.fromEntries(told) };
}

function headOf(row: ArticleRow) {
  const { slug, category, isPublished, isEdited, helpful, unhelpful, version, changedAt, changedBy } = row;
  return {
    ...{ slug, category, published: isPublished, edited: isEdited, helpful, unhelpful, version },
    changed: changedAt.toISOString(),
    changed_by: changedBy === null ? null : { id: changedBy, username: row.changedByName ?? '' },
  };
}

function listedOf(row: ArticleRow): ListedArticle {
  const written = languages.filter((language) => row.texts[language] !== undefined);
  return { ...headOf(row), title: row.texts.en?.title ?? row.slug, languages: written };
}

function onWire(row: ArticleRow): StaffArticle {
  return { ...headOf(row), related: [...row.related], texts: row.texts as Texts };
}
