import { type Json, type Paths, schemaBase } from './openapi-parts.ts';

interface Parts {
  readonly paths: Paths;
  readonly schemas: Json;
}

/** Refers to `Coin` in place of `CoinInput` where both are equal, also when they differ only in references to such pairs. */
export function mergeVariants(parts: Parts): Parts {
  const variants = new Map(
    Object.keys(parts.schemas).flatMap((name) => {
      const output = name.replace(/Input$/, '');
      return output !== name && output in parts.schemas ? [[name, output] as const] : [];
    }),
  );
  for (let changed = true; changed; ) {
    changed = false;
    for (const [input, output] of variants) {
      const [one, other] = [input, output].map((name) =>
        JSON.stringify(renamed(parts.schemas[name], variants)),
      );
      if (one !== other) changed = variants.delete(input);
    }
  }
  const schemas = Object.fromEntries(Object.entries(parts.schemas).filter(([name]) => !variants.has(name)));
  return renamed({ ...parts, schemas }, variants) as Parts;
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key !== '$ref' || typeof part !== 'string') return [key, renamed(part, names)];
      const name = names.get(part.slice(schemaBase.length));
      return [key, name === undefined ? part : `${schemaBase}${name}`];
    }),
  );
}
