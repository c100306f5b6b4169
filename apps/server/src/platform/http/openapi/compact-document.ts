import { mergeVariants } from './merge-variants.ts';
import { type Json, mapOperations, type Paths, schemaBase } from './openapi-parts.ts';
import { RepeatedSchemas } from './repeated-schemas.ts';
import { SharedParts } from './shared-parts.ts';
import { SharedStrings } from './shared-strings.ts';

/** The parts of an OpenAPI document that this file changes. */
export interface OpenApiDocument {
  readonly paths?: Record<string, Record<string, unknown>>;
  readonly components?: { readonly schemas?: Json };
}

/**
 * Returns the document with equal parts written once. Error responses, common strings and parts that several calls share become components. The request
 * variant of a schema that equals its response variant is dropped, and so is each schema that no call refers to. Every call keeps its meaning.
 */
export function compactDocument<Document extends OpenApiDocument>(document: Document): Document {
  const strings = new SharedStrings();
  const { paths: described, schemas: declared = {} } = strings.replace({
    paths: document.paths ?? {},
    schemas: document.components?.schemas,
  }) as { paths: Paths; schemas?: Json };
  const merged = mergeVariants({ paths: described, schemas: { ...declared, ...strings.definitions } });
  const used = reachable(merged.schemas, merged.paths);
  const repeated = new RepeatedSchemas([merged.paths, Object.values(used)], new Set(Object.keys(used)));
  const paths = repeated.replace(merged.paths) as Paths;
  const schemas = Object.fromEntries(
    Object.entries(used).map(([name, schema]) => [name, repeated.replace(schema)]),
  );
  const shared = new SharedParts(paths);
  return {
    ...document,
    paths: mapOperations(paths, (operation) => shared.replace(operation)),
    components: {
      ...document.components,
      ...shared.components,
      schemas: { ...schemas, ...repeated.definitions },
    },
  };
}

/** The schemas that the root refers to, directly or through others. */
function reachable(schemas: Json, root: unknown): Json {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) {
        const name = key === '$ref' && typeof part === 'string' ? part.slice(schemaBase.length) : undefined;
        if (name === undefined || !(name in schemas) || found.has(name)) visit(part);
        else {
          found.add(name);
          visit(schemas[name]);
        }
      }
  };
  visit(root);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}
