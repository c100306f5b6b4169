import { createHash } from 'node:crypto';
import { helpEndpoints } from '@emporion/contracts/rest';
import type { Language } from '@emporion/i18n';
import type { FastifyRequest } from 'fastify';
import { type QueryExecutorProvider, sql } from 'kysely';
import { takeOfDay } from '#modules/identity/index.ts';
import { addressKey, networksOf, widestOf } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { shownBy } from '#platform/http/authenticate-request.ts';
import { Problem } from '#platform/http/problem.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { searchArticles } from '../search/search-articles.ts';
import { SearchLine } from '../search/search-line.ts';
import { listPublished, readPublished } from './published.ts';

/** Somebody who types fast asks three times a second. */
const searchesPerMinute = 120;
const votesPerMinute = 20;
/** Of those without a login, in one network: a browser draws as many ids as it likes, and each is a row. */
const votesPerDay = 100;

/** What anybody reads: the articles in their language, and English where there is none. */
export function addReadingRoutes(app: App, { database }: Platform): void {
  const languageOf = ({ headers }: FastifyRequest): Language => requestLanguage(headers['accept-language']);

  const { publicReads } = database;
  const line = new SearchLine();

  serveEndpoint(app, helpEndpoints.list, async ({ request }) => ({
    results: await publicReads.read((db) => listPublished(db, languageOf(request))),
  }));

  serveEndpoint(app, helpEndpoints.read, async ({ params: { slug }, request }) => {
    const article = await publicReads.read((db) =>
      readPublished(db, { slug, language: languageOf(request) }),
    );
    if (article === undefined) throw new Problem('article_not_found');
    return article;
  });

  serveEndpoint(
    app,
    helpEndpoints.search,
    ({ query: { q }, request }) =>
      line.run(addressKey(request.ip), () =>
        publicReads.read((db) => searchArticles(db, { q, language: languageOf(request) })),
      ),
    { rateLimitPerMinute: searchesPerMinute },
  );
}

const voterOf = (named: string): string => createHash('sha256').update(named).digest('hex');

/** What somebody thought of articles. Whoever has the id of an account could compute what it is kept under. */
export async function forgetVotes(db: QueryExecutorProvider, userId: string): Promise<void> {
  await sql`delete from help_votes where voter = ${voterOf(`user:${userId}`)}`.execute(db);
}

/** Whether an article helped. Whoever is logged in has one word, and so has a browser; the last one counts. */
export function addFeedbackRoute(app: App, platform: Platform): void {
  const { database, clock } = platform;
  serveEndpoint(
    app,
    helpEndpoints.rate,
    async ({ params: { slug }, body: { helpful, browser }, request }) => {
      const caller = await shownBy(request);
      const named = caller === undefined ? `browser:${browser}` : `user:${caller.userId}`;
      if (caller === undefined) {
        const network = widestOf(networksOf(request.ip));
        const counted = { scope: 'help:votes', subject: network, perDay: votesPerDay };
        if (!(await takeOfDay(database.kysely, platform, counted)))
          throw new Problem('too_many_requests', { retryAfterSeconds: 3_600 });
      }
      const voter = voterOf(named);
      const { rows } = await sql<{ id: string }>`
        insert into help_votes (article_id, voter, is_helpful, voted_at)
        select id, ${voter}, ${helpful}, ${clock.now()} from help_articles where slug = ${slug} and is_published
        on conflict (article_id, voter) do update set is_helpful = excluded.is_helpful, voted_at = excluded.voted_at
        returning article_id::text as id
      `.execute(database.kysely);
      if (rows.length === 0) throw new Problem('article_not_found');
      return { helpful };
    },
    { rateLimitPerMinute: votesPerMinute },
  );
}
