import { describe, expect, it } from 'vitest';
import * as rest from './index.ts';

const capital = '0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D';

interface Schema {
  readonly _zod: { readonly def: Record<string, unknown> & { readonly format?: string } };
  parse(value: unknown): unknown;
}

/** Every schema of an id within another one. */
function* idsIn(schema: unknown): Generator<Schema> {
  const def = (schema as Partial<Schema> | undefined)?._zod?.def;
  if (!def) return;
  if (def.format === 'uuid') yield schema as Schema;
  const { shape = {}, options = [], ...inner } = def as Record<string, never>;
  for (const part of [...Object.values(shape), ...(Array.isArray(options) ? options : [])])
    yield* idsIn(part);
  for (const name of ['innerType', 'element', 'in', 'out', 'valueType', 'left', 'right'])
    yield* idsIn(inner[name]);
}

const endpoints = Object.entries(rest)
  .filter(([name]) => name.endsWith('Endpoints'))
  .flatMap(([, group]) => Object.values(group as Record<string, rest.Endpoint>));

describe('an id in a call', () => {
  it('is read as we spell it, so that nobody passes for somebody else', () => {
    const asked = endpoints.flatMap(({ method, path, params, query, body }) =>
      [params, query, body].flatMap((schema) =>
        [...idsIn(schema)].map((id) => ({ call: `${method} ${path}`, id })),
      ),
    );
    expect(asked.length).toBeGreaterThan(30);
    const misread = asked.filter(({ id }) => id.parse(capital) !== capital.toLowerCase());
    expect(misread.map(({ call }) => call)).toEqual([]);
  });
});
