/** A value that came from outside does not have the shape that it must have. Its message names the place, and never the value. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

const decimal = /^(0|[1-9][0-9]{0,77})$/;

/** An object with all of these fields and none but these. Optional ones may be missing; null is nothing else than a value. */
export function readFields<Required extends string, Optional extends string = never>(
  value: unknown,
  shape: { at: string; required: readonly Required[]; optional?: readonly Optional[] },
): Record<Required, unknown> & Partial<Record<Optional, unknown>> {
  const { at, required, optional = [] } = shape;
  const fields = readRecord(value, at);
  const known: readonly string[] = [...required, ...optional];
  for (const name of Object.keys(fields))
    if (!known.includes(name)) throw new ShapeError(`${at} has a field that is not known.`);
  for (const name of required) if (!Object.hasOwn(fields, name)) throw new ShapeError(`${at} needs ${name}.`);
  return fields as Record<Required, unknown> & Partial<Record<Optional, unknown>>;
}

/** An object whose fields are not known beforehand. */
export function readRecord(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ShapeError(`${at} must be an object.`);
  return value as Readonly<Record<string, unknown>>;
}

export function readList(value: unknown, { at, max }: { at: string; max: number }): readonly unknown[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > max)
    throw new ShapeError(`${at} must be a list of 1 to ${max}.`);
  return value;
}

/** A text of 1 to `max` characters. */
export function readText(value: unknown, { at, max }: { at: string; max: number }): string {
  if (typeof value !== 'string' || value.length < 1 || value.length > max)
    throw new ShapeError(`${at} must be a text of 1 to ${max} characters.`);
  return value;
}

/** A whole number from 0, written as decimal digits in a text. */
export function readAmount(value: unknown, at: string): bigint {
  if (typeof value !== 'string' || !decimal.test(value))
    throw new ShapeError(`${at} must be a whole number in decimal digits, as a text.`);
  return BigInt(value);
}

export function readWholeNumber(value: unknown, { at, max }: { at: string; max: number }): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > max)
    throw new ShapeError(`${at} must be a whole number from 0 to ${max}.`);
  return value as number;
}

export function readBoolean(value: unknown, at: string): boolean {
  if (typeof value !== 'boolean') throw new ShapeError(`${at} must be true or false.`);
  return value;
}

export function readOneOf<Word extends string>(
  value: unknown,
  { at, words }: { at: string; words: readonly Word[] },
): Word {
  const word = words.find((known) => known === value);
  if (word === undefined) throw new ShapeError(`${at} must be one of: ${words.join(', ')}.`);
  return word;
}

/** The value of a line of JSON. Numbers of money never stand in it: they are texts. */
export function readJson(line: string, at: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new ShapeError(`${at} must be JSON.`);
  }
}
