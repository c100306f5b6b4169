import { globalRegistry, type ZodMiniType } from 'zod/mini';

// What the API documentation says of a schema. Each makes a copy, because one schema may serve several fields.

function documented<Schema extends ZodMiniType>(schema: Schema, says: Record<string, unknown>): Schema {
  const copy = schema.clone();
  globalRegistry.add(copy, says);
  return copy;
}

export function described<Schema extends ZodMiniType>(
  schema: Schema,
  description: string,
  { example }: { readonly example?: unknown } = {},
): Schema {
  return documented(schema, example === undefined ? { description } : { description, example });
}

export function withExample<Schema extends ZodMiniType>(schema: Schema, example: unknown): Schema {
  return documented(schema, { example });
}

/** A schema that the documentation lists under a name of its own, and refers to elsewhere. */
export function named<Schema extends ZodMiniType>(id: string, schema: Schema): Schema {
  return documented(schema, { id });
}
