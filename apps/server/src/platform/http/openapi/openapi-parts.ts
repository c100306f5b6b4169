import { createHash } from 'node:crypto';

/** A value of JSON with names. */
export type Json = Record<string, unknown>;

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Json;
}

export type Paths = Record<string, Record<string, Operation>>;

export const schemaBase = '#/components/schemas/';

export function mapOperations(paths: Paths, change: (operation: Operation) => Operation): Paths {
  const mapped = Object.entries(paths).map(([path, methods]) => {
    const changed = Object.entries(methods).map(([method, operation]) => [method, change(operation)]);
    return [path, Object.fromEntries(changed)];
  });
  return Object.fromEntries(mapped);
}

/** Part of a component's name that depends on the content alone, so it stays the same from version to version. */
export function hashOf(part: unknown): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('hex').slice(0, 6);
}
