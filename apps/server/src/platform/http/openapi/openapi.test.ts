import { errorCatalogue } from '@emporion/contracts/errors';
import * as rest from '@emporion/contracts/rest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import type { ServerModule } from '#platform/module.ts';

const unused = () => {
  throw new Error('only described, never called');
};

/** Every call that there is a contract for. */
const endpoints = Object.entries(rest)
  // The server itself has served those of the system.
  .filter(([name]) => name.endsWith('Endpoints') && name !== 'systemEndpoints')
  .flatMap(([, group]) => Object.values(group as Record<string, rest.Endpoint>));

const testModule: ServerModule = {
  name: 'test',
  register(app) {
    for (const endpoint of endpoints) serveEndpoint(app, endpoint, unused);
  },
};

interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, Schema>;
  readonly additionalProperties?: unknown;
  readonly oneOf?: Schema[];
  readonly anyOf?: Schema[];
  readonly items?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: string[];
  readonly security: unknown[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
}

let test: TestApp;
let document: {
  openapi: string;
  security: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

beforeAll(async () => {
  test = await createTestApp({ modules: [testModule] });
  document = (await test.app.inject('/api/v1/openapi.json')).json();
});
afterAll(() => test.app.close());

function isServedDuringMaintenance(name: string): boolean {
  return endpoints.some(
    ({ duringMaintenance, access, method, path }) =>
      (duringMaintenance || rest.isCapability(access)) &&
      name === `${method.toLowerCase()} /api/v1/${path.replaceAll(/:(\w+)/g, '{$1}')}/`,
  );
}

/** Every call, with references replaced by the shared parts. */
function operations(): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, requestBody, ...operation }]): [string, Operation] => [
      `${method} ${path}`,
      {
        ...operation,
        ...(requestBody && { requestBody: resolved(requestBody) }),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, response]) => [status, resolved(response)]),
        ),
      },
    ]),
  );
}

function resolved<Part extends object>(part: Part): Part {
  const [, kind = '', name = ''] =
    /^#\/components\/(\w+)\/(.+)$/.exec('$ref' in part ? String(part.$ref) : '') ?? [];
  return name === '' ? part : (document.components[kind]?.[name] as Part);
}

describe('the OpenAPI document', () => {
  it('lists the contracts under their bases, and nothing else of the server', () => {
    const paths = Object.keys(document.paths);
    expect(document.openapi).toBe('3.1.0');
    expect(paths).toEqual(
      expect.arrayContaining(['/api/v1/time/', '/api/public/v1/time/', '/api/v1/coins/', '/api/v1/profile/']),
    );
    expect(paths).not.toContain('/api/public/v1/profile/');
    expect(paths.filter((path) => !/^\/api\/(?:public\/)?v1\/.+\/$/.test(path))).toEqual([]);
  });

  it('gives every operation a summary, a tag, an id of its own and its failures', () => {
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['getTime', 'publicGetTime', 'postLanguage']));
    for (const [name, operation] of operations()) {
      expect(operation.summary, name).toMatch(/\S/);
      expect(operation.tags, name).toHaveLength(1);
      expect(Object.keys(operation.responses), name).toEqual(
        expect.arrayContaining(['200', '429', '500', '503']),
      );
      expect(operation.responses['429']?.content['application/json']?.schema).toEqual({
        $ref: '#/components/schemas/Error',
      });
    }
  });

  it('asks for a bearer token exactly where a user is needed', () => {
    expect(document.components.securitySchemes?.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.paths['/api/v1/profile/']?.get).not.toHaveProperty('security');
    expect(document.paths['/api/v1/profile/']?.get?.responses).toHaveProperty('401');
    expect(document.paths['/api/v1/coins/']?.get?.security).toEqual([]);
    expect(document.paths['/api/v1/coins/']?.get?.responses).not.toHaveProperty('401');
    expect(document.paths['/api/v1/language/']?.post).toHaveProperty('requestBody');
  });

  it('is what the specification of OpenAPI allows', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document) as never);
    expect({ valid, errors }).toEqual({ valid: true });
  });

  it('declares for every call that the journal or a gateway may give no answer, and for a change that its body is no good', () => {
    for (const [name, { responses }] of operations()) {
      expect(responses['504']?.description, name).toContain('gateway_timeout');
      const change = !name.startsWith('get ');
      expect((responses['422']?.description ?? '').includes('field_repeated'), name).toBe(change);
      expect((responses['503']?.description ?? '').includes('maintenance'), name).toBe(
        change && !isServedDuringMaintenance(name),
      );
    }
  });

  it('takes no field of a request that it does not name', () => {
    const open: string[] = [];
    const look = (place: string, schema: Schema) => {
      if (schema.properties && schema.additionalProperties !== false) open.push(place);
      for (const [name, part] of Object.entries(schema.properties ?? {})) look(`${place}.${name}`, part);
      for (const part of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) look(place, part);
      if (schema.items) look(place, schema.items);
      const [, name] = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '') ?? [];
      if (name !== undefined) look(name, document.components.schemas?.[name] as Schema);
    };
    for (const [name, { requestBody }] of operations())
      if (requestBody) look(name, requestBody.content['application/json'].schema);
    expect(open).toEqual([]);
  });

  it('refers only to components that it holds, and holds none that nothing refers to', () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, kind = '', name = ''] of references)
      expect(document.components[kind]).toHaveProperty([name]);
    const named = new Set(references.map(([, kind, name]) => `${kind}/${name}`));
    const { securitySchemes: _, ...parts } = document.components;
    for (const [kind, components] of Object.entries(parts))
      for (const name of Object.keys(components)) expect(named).toContain(`${kind}/${name}`);
  });

  it('takes at most 900 kB', async () => {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(900_000);
  });

  it('says the sentence of each code once', () => {
    const error = document.components.schemas?.Error as { properties: { code: { description: string } } };
    const { description } = error.properties.code;
    expect(description).toContain('`invalid_credentials`: Wrong email or password');
    for (const code of Object.keys(errorCatalogue)) expect(description).toContain(`\`${code}\`:`);
  });
});

describe('the page to try calls on', () => {
  it('is served under a policy as strict as everywhere', async () => {
    for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui-bundle.js']) {
      const answer = await test.app.inject(url);
      expect(answer.statusCode, url).toBe(200);
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
      expect(answer.headers['content-security-policy']).not.toMatch(/unsafe-(?:inline|eval)/);
    }
  });

  it('names only what is served, shows this document, and fits a phone', async () => {
    const page = (await test.app.inject('/api/docs')).body;
    expect(page).toContain('name="viewport"');
    const named = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(named).toHaveLength(5);
    // The icon is the exchange's own, served by a module whose tests ask for it: here is none, and perhaps no build either.
    expect(named.filter((url) => !url.startsWith('/api/docs/'))).toEqual(['/account/touch-icon.png']);
    for (const url of named.filter((each) => each.startsWith('/api/docs/')))
      expect((await test.app.inject(url)).statusCode, url).toBe(200);
    const { body } = await test.app.inject('/api/docs/static/swagger-initializer.js');
    expect(body).toContain('"url":"/api/docs/json"');
    const written = (await test.app.inject('/api/v1/openapi.json')).body;
    expect((await test.app.inject('/api/docs/json')).body === written).toBe(true);
    expect(JSON.parse(written).info.title).toBe('Emporion API');
  });

  it.each(['nothing', 'yaml', 'static/csp.json', 'static/..%2Findex.js', 'static/index.html', 'constructor'])(
    'has no %s',
    async (path) => {
      expect((await test.app.inject(`/api/docs/${path}`)).statusCode).toBe(404);
    },
  );
});
