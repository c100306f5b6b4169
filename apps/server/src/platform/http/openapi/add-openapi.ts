import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { apiBase } from '@emporion/contracts/rest';
import swagger from '@fastify/swagger';
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { App } from '#platform/http/app.ts';
import { contentSecurityPolicy } from '#platform/http/security-headers.ts';
import { type StoredFile, sendStored, storePacked } from '#platform/http/static/stored-file.ts';
import { StoredFolder } from '#platform/http/static/stored-folder.ts';
import { version } from '#platform/http/version.ts';
import { errorResponses } from './error-responses.ts';

const locate = createRequire(import.meta.url).resolve;

type TransformInput = Parameters<typeof jsonSchemaTransform>[0];

/** Describes the API from the contracts, and offers a page to try calls on. Call it before the routes are added. */
export async function addOpenApi(app: App): Promise<void> {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Emporion API',
        version,
        description:
          'This document: `/api/v1/openapi.json`. Amounts and prices are decimal strings. A last slash may be left out. Every failure has a code of the error catalogue and a sentence in the language of `Accept-Language`.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: describeRoute,
    transformObject: jsonSchemaTransformObject,
  });
  const stored = storeDocs(app);
  app.get(`${apiBase}openapi.json`, { schema: { hide: true } }, (request, reply) =>
    sendStored(request, reply, stored.json(), revalidated),
  );
  await app.register(async (docs) => {
    docs.addHook('onRequest', (request, reply, next) => {
      const [path = ''] = request.url.slice(docsBase.length).split('?', 1);
      const file = stored.find(path);
      if (file) sendStored(request, reply, file, revalidated);
      else next();
    });
    await docs.register(swaggerUi, docsOptions);
  });
}

const revalidated = { cacheControl: 'no-cache', vary: 'accept-encoding' };

/** What is large is made once, when it is first asked for: half a megabyte takes as long to write as a hundred orders. */
function storeDocs(app: App) {
  const page = new StoredFolder(join(dirname(locate('@fastify/swagger-ui')), 'static'), {
    deep: false,
    pack: true,
  });
  let document: StoredFile | undefined;
  let yaml: StoredFile | undefined;
  const json = () => {
    document ??= storePacked('application/json; charset=utf-8', Buffer.from(JSON.stringify(app.swagger())));
    return document;
  };
  const find = (path: string): StoredFile | undefined => {
    if (path === '/json') return json();
    if (path === '/yaml') {
      yaml ??= storePacked('application/x-yaml', Buffer.from(app.swagger({ yaml: true })));
      return yaml;
    }
    const [, script] = /^\/static\/([a-z-]+\.(?:js|css))$/.exec(path) ?? [];
    return script === undefined ? undefined : page.find(script);
  };
  return { json, find };
}

/** The page that comes with the package does not say that it fits a phone. */
const setViewport = `document.head.append(Object.assign(document.createElement('meta'), {
  name: 'viewport', content: 'width=device-width, initial-scale=1' }));`;

function describeRoute(input: TransformInput): ReturnType<typeof jsonSchemaTransform> {
  const described = jsonSchemaTransform(input);
  if (!described.schema?.tags || described.schema.hide) return described;
  // What has no contract is a look without a token: the outbox of a demo.
  const endpoint = input.route.config?.endpoint ?? { method: 'GET', access: 'open' };
  const response = { ...(described.schema.response as Record<string, unknown>), ...errorResponses(endpoint) };
  return { ...described, schema: { ...described.schema, response } };
}

/** The page hides one drawing with a style attribute of its own: that text alone is let through, by its hash. */
const styleOfPage = "'unsafe-hashes' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

function docsPolicy(): Record<string, string> {
  const policy = Object.fromEntries(
    Object.entries(contentSecurityPolicy).map(([directive, sources]) => [directive, sources.join(' ')]),
  );
  return { ...policy, 'style-src': `'self' ${styleOfPage}` };
}

const docsBase = '/api/docs';
const docsOptions: FastifySwaggerUiOptions = {
  routePrefix: docsBase,
  // The other layout has a bar for opening documents of other servers, which the policy would refuse.
  uiConfig: {
    layout: 'BaseLayout',
    docExpansion: 'list',
    deepLinking: true,
    tryItOutEnabled: true,
    persistAuthorization: false,
  },
  theme: { title: 'Emporion API', js: [{ filename: 'viewport.js', content: setViewport }] },
  staticCSP: docsPolicy(),
};
