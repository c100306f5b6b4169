import { apiBase } from '@emporion/contracts/rest';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { App } from '#platform/http/app.ts';
import { contentSecurityPolicy } from '#platform/http/security-headers.ts';
import { version } from '#platform/http/version.ts';
import { errorResponses } from './error-responses.ts';

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
  app.get(`${apiBase}openapi.json`, { schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
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
  });
}

/** The page that comes with the package does not say that it fits a phone. */
const setViewport = `document.head.append(Object.assign(document.createElement('meta'), {
  name: 'viewport', content: 'width=device-width, initial-scale=1' }));`;

function describeRoute(input: TransformInput): ReturnType<typeof jsonSchemaTransform> {
  const described = jsonSchemaTransform(input);
  const endpoint = input.route.config?.endpoint;
  if (endpoint === undefined || described.schema.hide) return described;
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
