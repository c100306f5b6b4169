import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/http/app.ts';
import { cameraPolicy, type FileRoute } from '#platform/http/security-headers.ts';
import type { Platform } from '#platform/platform.ts';
import { readFirstPages } from './first-page.ts';
import { currentPages } from './index-page.ts';
import { type SendOptions, sendStored } from './stored-file.ts';
import { StoredFolder } from './stored-folder.ts';

interface WebAppOptions {
  /** The folder that the build of the web application wrote. */
  readonly webRoot: string;
  readonly backOfficeRoot: string;
  readonly platform: Pick<Platform, 'config' | 'database'>;
}

/** Their names carry a hash of their content, so what a browser has is right for ever. */
const forEver = { cacheControl: 'public, max-age=31536000, immutable', vary: 'accept-encoding' };
const forAnHour = { cacheControl: 'public, max-age=3600', vary: 'accept-encoding' };
/** By the worker open pages learn of a new build: no cache on the way may keep the one of before. */
const untilChanged = { cacheControl: 'no-cache', vary: 'accept-encoding' };
const worker = 'service-worker.js';
const ofThePage = { cacheControl: 'no-cache', vary: 'accept-encoding, accept-language, cookie' };

/** Where somebody withdraws to may be scanned. */
const cameraPages = /^wallet\/withdrawal(?:\/|$)/;

/** The token of the mail stands in the address, also in that of the login page that comes between. */
const secretAddress = /(?:confirm-withdrawal-request|support(?:\/|%2f)thread)(?:\/|%2f)/i;

const notBuilt = 'The web application is not built yet. Run "npm run build" and open this page again.\n';

/** Serves the single-page application under `/account/`, and its public files under `/public/`. */
export async function addWebApp(
  app: App,
  { webRoot, backOfficeRoot, platform }: WebAppOptions,
): Promise<void> {
  addBackOffice(app, { root: backOfficeRoot, platform });
  const assets = new StoredFolder(join(webRoot, 'assets'), { deep: true });
  const publicFiles = new StoredFolder(join(webRoot, 'public'), { deep: true });
  const beside = new StoredFolder(webRoot, { deep: false });
  serveFolder(app, '/account/assets/', assets, forEver);
  serveFolder(app, '/public/', publicFiles, forAnHour);

  const firstPages = () => readFirstPages(join(webRoot, 'build/first-files.json'));
  const pagesNow = currentPages(join(webRoot, 'index.html'), firstPages, platform);
  const answer = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = path === 'index.html' ? undefined : beside.find(path);
    if (file) return sendStored(request, reply, file, path === worker ? untilChanged : forAnHour);
    const pages = pagesNow();
    if (pages === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    if (cameraPages.test(path)) reply.header('permissions-policy', cameraPolicy);
    if (secretAddress.test(request.url)) reply.header('referrer-policy', 'no-referrer');
    const { cookie, 'accept-language': acceptLanguage } = request.headers;
    return sendStored(request, reply, pages.find({ path, cookie, acceptLanguage }), ofThePage);
  };
  app.get('/', (_request, reply) => reply.redirect('/account/', 302));
  app.get('/account', (request, reply) => answer(request, reply, ''));
  app.get<{ Params: { '*': string } }>('/account/*', (request, reply) =>
    answer(request, reply, request.params['*']),
  );
}

/** Another single-page application, under `/admin/`. Everybody may load it: what it shows comes by calls, each with its right. */
function addBackOffice(
  app: App,
  { root, platform }: { root: string; platform: WebAppOptions['platform'] },
): void {
  serveFolder(app, '/admin/assets/', new StoredFolder(join(root, 'assets'), { deep: true }), forEver);
  const pagesNow = currentPages(join(root, 'index.html'), () => ({ pages: {}, notices: {} }), platform);
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const pages = pagesNow();
    if (pages === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    const { cookie, 'accept-language': acceptLanguage } = request.headers;
    return sendStored(request, reply, pages.find({ path: '', cookie, acceptLanguage }), ofThePage);
  };
  app.get('/admin', answer);
  app.get('/admin/*', answer);
}

function serveFolder(app: App, prefix: FileRoute, folder: StoredFolder, options: SendOptions): void {
  app.get<{ Params: { '*': string } }>(`${prefix}*`, { schema: { hide: true } }, (request, reply) => {
    const file = folder.find(request.params['*']);
    return file ? sendStored(request, reply, file, options) : reply.callNotFound();
  });
}
