import {
  type $ZodArrayDef,
  $ZodDiscriminatedUnion,
  type $ZodEnumDef,
  type $ZodIssue,
  type $ZodObjectDef,
  type $ZodType,
  safeParse,
} from 'zod/v4/core';

/** An answer whose rows fit their schema, and how many of them had to be changed for it. */
export interface ReadableAnswer {
  readonly answer: unknown;
  readonly rows: number;
}

type Path = readonly PropertyKey[];

/** Values that say nothing, from the one that says so best: the first that a schema takes stands in for outside data that it does not. */
const placeholders: readonly unknown[] = [null, '0', '', 0, false, [], '1970-01-01T00:00:00.000Z'];

/**
 * The same answer with placeholders for what its schema refuses in rows that name such fields (`unreadable` of the contract), so that outside data in one row never
 * fails its list. Undefined where something else is wrong with the answer, which is a fault of ours.
 */
export function withReadableRows(
  schema: $ZodType,
  answer: unknown,
  issues: readonly $ZodIssue[],
): ReadableAnswer | undefined {
  const copy = structuredClone(answer);
  const rows = new Set<object>();
  for (const { path } of issues) {
    const row = rowOf(schema, copy, path);
    if (row === undefined || !putPlaceholder(row.schema, row.value, row.rest)) return undefined;
    const [field] = row.rest;
    row.value.unreadable = [...new Set([...listOf(row.value.unreadable), String(field)])];
    rows.add(row.value);
  }
  return { answer: copy, rows: rows.size };
}

interface Row {
  readonly schema: $ZodType;
  readonly value: Record<PropertyKey, unknown>;
  /** From the row to what does not fit. */
  readonly rest: Path;
}

/** The innermost object on the way to an issue that can say what of it is unreadable. */
function rowOf(schema: $ZodType, answer: unknown, path: Path): Row | undefined {
  let found: Row | undefined;
  let [here, value]: [$ZodType | undefined, unknown] = [schema, answer];
  for (let depth = 0; depth < path.length; depth += 1) {
    here = here && innerOf(here);
    if (here === undefined || typeof value !== 'object' || value === null) return found;
    if (shapeOf(here)?.unreadable !== undefined)
      found = { schema: here, value: value as Row['value'], rest: path.slice(depth) };
    const key = path[depth] as PropertyKey;
    here = fieldOf(here, key);
    value = (value as Row['value'])[key];
  }
  return found;
}

function putPlaceholder(schema: $ZodType, row: Row['value'], [field, ...rest]: Path): boolean {
  if (field === undefined) return false;
  const own = fieldOf(schema, field);
  if (own === undefined) return false;
  const values = [undefined, ...placeholders, ...optionsOf(innerOf(own))];
  const at = values.findIndex((value) => safeParse(own, value).success);
  if (at >= 0) {
    row[field] = values[at];
    return true;
  }
  // A part that has no placeholder as a whole, such as an object: what is wrong within it may have one.
  const inner = innerOf(own);
  const value = row[field];
  return inner !== undefined && typeof value === 'object' && value !== null && rest.length > 0
    ? putPlaceholder(inner, value as Row['value'], rest)
    : false;
}

/** What an optional or nullable schema is around. */
function innerOf(schema: $ZodType): $ZodType | undefined {
  const { def } = schema._zod as { def: { type: string; innerType?: $ZodType } };
  return def.innerType === undefined ? schema : innerOf(def.innerType);
}

function shapeOf(schema: $ZodType): $ZodObjectDef['shape'] | undefined {
  const { def } = schema._zod as { def: { type: string } };
  return def.type === 'object' ? (def as unknown as $ZodObjectDef).shape : undefined;
}

function fieldOf(schema: $ZodType, key: PropertyKey): $ZodType | undefined {
  const inner = innerOf(schema);
  if (inner === undefined || inner instanceof $ZodDiscriminatedUnion) return undefined;
  const { def } = inner._zod as { def: { type: string } };
  if (def.type === 'array') return (def as unknown as $ZodArrayDef).element;
  return shapeOf(inner)?.[String(key)] as $ZodType | undefined;
}

function optionsOf(schema: $ZodType | undefined): unknown[] {
  const { def } = (schema?._zod ?? { def: { type: '' } }) as { def: { type: string } };
  return def.type === 'enum' ? Object.values((def as unknown as $ZodEnumDef).entries).slice(0, 1) : [];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
