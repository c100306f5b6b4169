import { isErrorCode } from '@emporion/contracts/errors';
import type { $ZodType } from 'zod/v4/core';
import { knownFields, nearest } from '#platform/http/known-fields.ts';
import type { ProblemParams, Sentence } from '#platform/http/problem.ts';

/** One finding of the schema, as the zod type provider reports it. */
export interface Finding {
  readonly keyword?: string | undefined;
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A hostile body can be wrong in thousands of places; nobody reads more than these. */
const fieldsMax = 50;
const nameLengthMax = 100;

/** What was checked, and what to call it where the finding is about the whole. The schema knows which field was meant by one that it does not know. */
interface Checked {
  readonly name: string;
  readonly input: unknown;
  readonly schema?: $ZodType | undefined;
}

/** Says what is wrong with each field, as codes of the catalogue. The first finding about a field wins. */
export function refusedFields(findings: readonly Finding[], checked: Checked): Record<string, Sentence> {
  const fields = new Map<string, Sentence>();
  for (const finding of findings) {
    for (const [name, field] of explain(finding, checked)) {
      if (fields.size < fieldsMax && !fields.has(name)) fields.set(name, field);
    }
  }
  return Object.fromEntries(fields);
}

function explain(finding: Finding, { name, input, schema }: Checked): [string, Sentence][] {
  const path = finding.instancePath.split('/').filter((segment) => segment !== '');
  const { keys } = finding.params;
  if (finding.keyword === 'unrecognized_keys' && Array.isArray(keys)) {
    const known = schema ? knownFields(schema, path, input) : [];
    return keys
      .slice(0, fieldsMax)
      .map((key) => [fieldName([...path, String(key)], name), unknownField(String(key), known)]);
  }
  const found = valueAt(input, path);
  const missing = found === undefined;
  return [[fieldName(path, name), missing ? { code: 'field_required' } : fieldOf(finding, found)]];
}

/** What is said of a field that nobody knows, with the one that was probably meant. */
export function unknownField(name: string, known: readonly string[]): Sentence {
  const meant = nearest(name, known);
  return meant === undefined
    ? { code: 'field_unknown' }
    : { code: 'field_misspelled', params: { known: meant } };
}

function fieldName(path: readonly string[], whole: string): string {
  return path.length === 0 ? whole : path.join('.').slice(0, nameLengthMax);
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  let value: unknown = input ?? undefined;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

/** A contract may name the code itself as the message of its check; otherwise the kind of the check decides. */
function fieldOf({ keyword, message, params }: Finding, found: unknown): Sentence {
  // A program that sends 0.01 for "0.01" would read that it should enter a number.
  if (keyword === 'invalid_type' && params.expected === 'string' && typeof found === 'number')
    return { code: 'not_a_text' };
  const bounds = { ...bound('min', params.minimum), ...bound('max', params.maximum) };
  if (isErrorCode(message)) return { code: message, params: { ...bounds, ...plainParams(params.params) } };
  const ofText = params.origin === 'string';
  if (keyword === 'too_small') {
    if (params.origin !== 'string' && params.origin !== 'array')
      return { code: 'number_too_small', params: bounds };
    return params.minimum === 1 || !ofText
      ? { code: 'field_empty' }
      : { code: 'text_too_short', params: bounds };
  }
  if (keyword === 'too_big') {
    if (ofText) return { code: 'text_too_long', params: bounds };
    return { code: params.origin === 'array' ? 'too_many_items' : 'number_too_large', params: bounds };
  }
  if (keyword === 'invalid_value') return { code: 'value_not_allowed' };
  if (keyword === 'invalid_format' && params.format === 'email') return { code: 'email_invalid' };
  if (keyword === 'invalid_type' && (params.expected === 'int' || params.format === 'safeint')) {
    return { code: 'not_an_integer' };
  }
  return { code: 'value_invalid' };
}

function bound(name: 'min' | 'max', value: unknown): ProblemParams {
  return typeof value === 'number' || typeof value === 'bigint' ? { [name]: String(value) } : {};
}

function plainParams(params: unknown): ProblemParams {
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );
}
