import {
  coinCode,
  decimalString,
  moment,
  networkCode,
  pairCode,
  signedDecimalString,
} from '@emporion/contracts/rest';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { type Json, schemaBase } from './openapi-parts.ts';

/** Strings that most calls use. The document defines each once. */
const leaves: Record<string, ZodMiniType> = {
  CoinCode: coinCode,
  Decimal: decimalString,
  Moment: moment,
  NetworkCode: networkCode,
  PairCode: pairCode,
  SignedDecimal: signedDecimalString,
};

/** Replaces strings of known formats by references to one definition of each. */
export class SharedStrings {
  readonly definitions: Json = {};
  readonly #names = new Map<string, string>();

  constructor() {
    for (const [name, schema] of Object.entries(leaves)) {
      const { $schema: _, ...definition } = toJSONSchema(schema) as Json;
      this.#names.set(keyOf(definition), name);
      this.definitions[name] = withoutImplied(definition);
    }
  }

  replace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.replace(item));
    if (typeof value !== 'object' || value === null) return value;
    const object = value as Json;
    const name = object.type === 'string' ? this.#names.get(keyOf(object)) : undefined;
    if (name !== undefined) return this.#reference(name, object);
    return Object.fromEntries(
      Object.entries(withoutImplied(object)).map(([key, part]) => [
        key,
        key === 'example' ? part : this.replace(part),
      ]),
    );
  }

  /** OpenAPI 3.1 allows a description of its own beside a reference. */
  #reference(name: string, { description, example }: Json): Json {
    const usual = this.definitions[name] as Json;
    return {
      $ref: `${schemaBase}${name}`,
      ...(description !== undefined && description !== usual.description ? { description } : {}),
      ...(example !== undefined && example !== usual.example ? { example } : {}),
    };
  }
}

/** What a string schema checks, without what it says. */
function keyOf({ description: _, example: __, ...checks }: Json): string {
  return JSON.stringify(Object.entries(checks).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** `format` says the same as the long patterns of ids and moments, and `integer` the same as the largest number that JavaScript holds exactly. */
function withoutImplied(schema: Json): Json {
  if (schema.format === 'uuid' || schema.format === 'date-time') {
    const { pattern: _, ...rest } = schema;
    return rest;
  }
  if (schema.type !== 'integer' || schema.maximum !== Number.MAX_SAFE_INTEGER) return schema;
  const { maximum: _, ...rest } = schema;
  return rest;
}
