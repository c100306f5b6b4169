import { apiBase } from '@emporion/contracts/rest';
import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { App } from '#platform/http/app.ts';
import { sendStored, storePacked } from '#platform/http/static/stored-file.ts';
import { version } from '#platform/http/version.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { compactDocument, type OpenApiDocument } from './compact-document.ts';
import { addDocsPage, keptFor } from './docs-page.ts';
import { errorResponses, sentencesOfCodes } from './error-responses.ts';

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
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: describeRoute,
    transformObject: jsonSchemaTransformObject,
  });
  const title = () => `${settingsOf(platform).name} API`;
  /** Making the document takes the trading thread most of a second, so it is made once for each name, at the first request. */
  const json = keptFor(title, () => {
    const document = withSentences(compactDocument(app.swagger() as DescribedApi));
    const named = { ...document, info: { ...document.info, title: title() } };
    return storePacked('application/json; charset=utf-8', Buffer.from(JSON.stringify(named)));
  });
  app.get(`${apiBase}openapi.json`, { schema: { hide: true } }, (request, reply) =>
    sendStored(request, reply, json(), revalidated),
  );
  addDocsPage(app, { title, json });
}

const revalidated = { cacheControl: 'no-cache', vary: 'accept-encoding' };

interface DescribedApi extends OpenApiDocument {
  readonly info: object;
}

/** Writes the sentence of each code into the description of `Error.code`, once for all calls. */
function withSentences(document: DescribedApi): DescribedApi {
  const error = document.components?.schemas?.Error as { properties: { code: { description: string } } };
  error.properties.code.description += `\n\n${sentencesOfCodes()}`;
  return document;
}

function describeRoute(input: TransformInput): ReturnType<typeof jsonSchemaTransform> {
  const described = jsonSchemaTransform(input);
  if (!described.schema?.tags || described.schema.hide) return described;
  // What has no contract is a look without a token: the outbox of a demo.
  const endpoint = input.route.config?.endpoint ?? { method: 'GET', access: 'open' };
  const response = { ...(described.schema.response as Record<string, unknown>), ...errorResponses(endpoint) };
  return { ...described, schema: { ...described.schema, response } };
}
