import { hashOf, type Json, schemaBase } from './openapi-parts.ts';

/** A schema that is shorter, or that stands in fewer places, stays where it is. */
const lengthMin = 110;
const placesMin = 3;

/** Keys under which a schema has its schemas by name, or in a list. */
const maps = new Set(['properties']);
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const singles = new Set(['items', 'additionalProperties', 'schema']);

/** Gives a schema that stands in several places a component of its own, named after the first field that has it. */
export class RepeatedSchemas {
  readonly definitions: Json = {};
  readonly #places = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #taken: ReadonlySet<string>;

  constructor(values: readonly unknown[], taken: ReadonlySet<string>) {
    this.#taken = taken;
    for (const value of values)
      this.#visit(value, '', (schema) => {
        const text = JSON.stringify(schema);
        this.#places.set(text, (this.#places.get(text) ?? 0) + 1);
        return undefined;
      });
  }

  replace(value: unknown): unknown {
    return this.#visit(value, '', (schema, field) => this.#referenceTo(schema, field));
  }

  #referenceTo(schema: Json, field: string): Json | undefined {
    const text = JSON.stringify(schema);
    if (field === '' || text.length < lengthMin || (this.#places.get(text) ?? 0) < placesMin)
      return undefined;
    let name = this.#names.get(text);
    if (name === undefined) {
      const wanted = field.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const isTaken = this.#taken.has(wanted) || wanted in this.definitions;
      name = isTaken ? `${wanted}_${hashOf(schema)}` : wanted;
      this.#names.set(text, name);
      // The name is taken before the parts of the schema look for theirs.
      this.definitions[name] = schema;
      this.definitions[name] = this.#parts(schema, field, (part, of) => this.#referenceTo(part, of));
    }
    return { $ref: `${schemaBase}${name}` };
  }

  /** Copies a value. Each schema in it that `change` answers for is replaced, and otherwise looked through. */
  #visit(value: unknown, field: string, change: Change): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#visit(item, field, change));
    if (typeof value !== 'object' || value === null) return value;
    const object = value as Json;
    return (isSchema(object) && change(object, field)) || this.#parts(object, field, change);
  }

  #parts(object: Json, field: string, change: Change): Json {
    const parts = Object.entries(object).map(([key, part]) => {
      if (key === 'example' || key === 'default' || key === 'enum') return [key, part];
      if (maps.has(key)) return [key, this.#byName(part as Json, change)];
      if (lists.has(key) || singles.has(key))
        return [key, this.#visit(part, nameOf(object) ?? field, change)];
      return [key, isSchema(object) ? part : this.#visit(part, '', change)];
    });
    return Object.fromEntries(parts);
  }

  #byName(properties: Json, change: Change): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, this.#visit(schema, name, change)]),
    );
  }
}

type Change = (schema: Json, field: string) => Json | undefined;

function isSchema(object: Json): boolean {
  return (
    typeof object.type === 'string' || Array.isArray(object.type) || 'anyOf' in object || 'oneOf' in object
  );
}

/** The name of a parameter, whose schema has none of its own. */
function nameOf({ in: place, name }: Json): string | undefined {
  return typeof place === 'string' && typeof name === 'string' ? name : undefined;
}
