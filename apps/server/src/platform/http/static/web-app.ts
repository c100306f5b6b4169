import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/http/app.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { encodingOf, type IndexPages, readIndexPages, themeOf } from './index-page.ts';
import { type PagePreloads, preloadLinks, readPagePreloads } from './preload-links.ts';

interface WebAppOptions {
  /** The folder that the build of the web application wrote. */
  readonly webRoot: string;
  readonly demo: boolean;
}

const notBuilt = 'The web application is not built yet. Run "npm run build" and open this page again.\n';

/** Serves the single-page application under `/account/`, and its public files under `/public/`. */
export async function addWebApp(app: App, { webRoot, demo }: WebAppOptions): Promise<void> {
  const served = {
    index: false,
    preCompressed: true,
    // Our files are small. Parts of them are of no use, and a part that does not exist would need a refusal.
    acceptRanges: false,
    schemaHide: true,
    setHeaders: (response: { setHeader(name: string, value: string): void }) =>
      response.setHeader('vary', 'accept-encoding'),
  } as const;
  await app.register(fastifyStatic, {
    ...served,
    root: join(webRoot, 'assets'),
    prefix: '/account/assets/',
    // Their names carry a hash of their content, so what a browser has is right for ever.
    maxAge: '1y',
    immutable: true,
  });
  await app.register(fastifyStatic, {
    ...served,
    root: join(webRoot, 'public'),
    prefix: '/public/',
    decorateReply: false,
    maxAge: '1h',
  });

  const files = filesBeside(webRoot);
  let pages: IndexPages | undefined;
  let preloads: PagePreloads | undefined;
  const answer = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    if (files.has(path)) return reply.sendFile(path, webRoot, { maxAge: '1h', immutable: false });
    // A server may be started before its pages are built; they are looked for until they are there.
    pages ??= readIndexPages(join(webRoot, 'index.html'), { demo });
    if (pages === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    preloads ??= readPagePreloads(join(webRoot, 'build/first-files.json'));
    const links = preloadLinks(preloads, path, requestLanguage(request.headers['accept-language']));
    if (links !== undefined) reply.header('link', links);
    return sendPage(request, reply, pages);
  };
  app.get('/', (_request, reply) => reply.redirect('/account/', 302));
  app.get('/account', (request, reply) => answer(request, reply, ''));
  app.get<{ Params: { '*': string } }>('/account/*', (request, reply) =>
    answer(request, reply, request.params['*']),
  );
}

/** The few files next to `index.html`, such as an icon. Compressed siblings are found through their originals. */
function filesBeside(webRoot: string): ReadonlySet<string> {
  if (!existsSync(webRoot)) return new Set();
  const names = readdirSync(webRoot, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^index\.html|\.(?:br|gz)$/.test(entry.name))
    .map((entry) => entry.name);
  return new Set(names);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, pages: IndexPages): FastifyReply {
  const page = pages[themeOf(request.headers.cookie)];
  const encoding = encodingOf(request.headers['accept-encoding']);
  const etag = `"${page.etag}-${encoding}"`;
  reply
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, accept-language, cookie')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding]);
}
