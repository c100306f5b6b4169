import { globalRegistry, never, type ZodMiniType } from 'zod/mini';
import { type $ZodObjectDef, type $ZodShape, type $ZodType, type $ZodTypeDef, clone } from 'zod/v4/core';

/**
 * The same schema of a request, of which every object refuses fields that it does not name, all the way down. Left out in silence, a misspelled field would make another
 * request than was meant. A contract that takes anything says so itself (`z.looseObject`).
 */
export function closed<Schema extends ZodMiniType>(schema: Schema): Schema {
  return closedType(schema) as Schema;
}

/** What a schema is made of, by the names that the library gives these parts. */
interface Parts extends $ZodTypeDef {
  readonly innerType?: $ZodType;
  readonly element?: $ZodType;
  readonly options?: readonly $ZodType[];
  readonly in?: $ZodType;
  readonly out?: $ZodType;
}

function closedType(schema: $ZodType): $ZodType {
  const { def } = schema._zod as { def: Parts };
  if (def.type === 'object') return closedObject(schema, def as $ZodObjectDef);
  const parts = {
    ...(def.innerType && { innerType: closedType(def.innerType) }),
    ...(def.element && { element: closedType(def.element) }),
    ...(def.options && { options: def.options.map(closedType) }),
    ...(def.in && { in: closedType(def.in) }),
    ...(def.out && { out: closedType(def.out) }),
  };
  const same = Object.entries(parts).every(([name, part]) => isSame(part, def[name as keyof Parts]));
  return same ? schema : copyOf(schema, { ...def, ...parts } as Parts);
}

function closedObject(schema: $ZodType, def: $ZodObjectDef): $ZodType {
  const fields = Object.entries(def.shape).map(
    ([name, field]) => [name, closedType(field as $ZodType)] as const,
  );
  const same = fields.every(([name, field]) => field === def.shape[name]);
  if (same && def.catchall !== undefined) return schema;
  const shape: $ZodShape = same ? def.shape : Object.fromEntries(fields);
  const next: $ZodObjectDef = { ...def, shape, catchall: def.catchall ?? never() };
  return copyOf(schema, next);
}

/** A copy with other parts, of which the documentation says the same. The name stays with the schema that others refer to. */
function copyOf(schema: $ZodType, def: $ZodTypeDef): $ZodType {
  const copy = clone(schema, def as never);
  const { id: _, ...says } = globalRegistry.get(schema) ?? {};
  globalRegistry.add(copy, says);
  return copy;
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.every((part, index) => part === other[index]);
}
