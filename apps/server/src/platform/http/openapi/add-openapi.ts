import { apiBase } from '@emporion/contracts/rest';
import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { App } from '#platform/http/app.ts';
import { sendStored, storePacked } from '#platform/http/static/stored-file.ts';
import { version } from '#platform/http/version.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { addDocsPage, keptFor } from './docs-page.ts';
import { errorResponses } from './error-responses.ts';

type TransformInput = Parameters<typeof jsonSchemaTransform>[0];

/** Describes the API from the contracts, and offers a page to try calls on. Call it before the routes are added. */
export async function addOpenApi(app: App, platform: Pick<Platform, 'database'>): Promise<void> {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        // By the name of the exchange, which may change while it runs: see below.
        title: 'API',
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
  const title = () => `${settingsOf(platform).name} API`;
  /** Two and a half megabytes take the trading thread most of a second, so it is made once for a name, when it is first asked for. */
  const json = keptFor(title, () => {
    const document = app.swagger();
    const named = { ...document, info: { ...document.info, title: title() } };
    return storePacked('application/json; charset=utf-8', Buffer.from(JSON.stringify(named)));
  });
  app.get(`${apiBase}openapi.json`, { schema: { hide: true } }, (request, reply) =>
    sendStored(request, reply, json(), revalidated),
  );
  addDocsPage(app, { title, json });
}

const revalidated = { cacheControl: 'no-cache', vary: 'accept-encoding' };

function describeRoute(input: TransformInput): ReturnType<typeof jsonSchemaTransform> {
  const described = jsonSchemaTransform(input);
  if (!described.schema?.tags || described.schema.hide) return described;
  // What has no contract is a look without a token: the outbox of a demo.
  const endpoint = input.route.config?.endpoint ?? { method: 'GET', access: 'open' };
  const response = { ...(described.schema.response as Record<string, unknown>), ...errorResponses(endpoint) };
  return { ...described, schema: { ...described.schema, response } };
}
