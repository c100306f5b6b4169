import { Problem } from './problem.ts';

/** The most digits, after zeros in front, of which a JavaScript number keeps every one. */
const digitsMax = 15;

/** Deeper than any call nests. */
const depthMax = 16;

const nameLengthMax = 100;

/** Whether a text reaches with this name for what every object inherits. */
function isInherited(name: string): boolean {
  return name === '__proto__' || name === 'constructor';
}

/**
 * Reads JSON, and refuses what `JSON.parse` hides and what money must not be written with. A field that is there twice has the last value, and whoever wrote
 * it may have meant the first; a number that is longer than a number can be is another one.
 *
 * The text is looked at once before, character by character, and the fields are counted; who is refused, and by which name, is found out only when something is wrong.
 *
 * @throws Problem invalid_request_format, request_too_deep, field_repeated, number_with_exponent, number_too_long; unprocessable_entity for a
 * name that is none of a field.
 */
export function readStrictJson(body: string): unknown {
  const text = body.charCodeAt(0) === byteOrderMark ? body.slice(1) : body;
  const fields = countFields(text);
  if (fields === tooDeep) throw new Problem('request_too_deep', { params: { max: depthMax } });
  const value = parse(text);
  if (fields === suspicious || fields !== ownFields(value)) throw new FaultFinder(text).find();
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('invalid_request_format');
  }
}

const byteOrderMark = 0xfeff;
const quote = 0x22;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const bigE = 0x45;
const smallE = 0x65;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const suspicious = -1;
const tooDeep = -2;

/** How many fields the text has: outside of strings a colon stands behind the name of one and nowhere else. What it says of a text that is no JSON counts for nothing. */
function countFields(text: string): number {
  const { length } = text;
  let fields = 0;
  let depth = 0;
  for (let at = 0; at < length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === quote) {
      at = endOfString(text, at);
    } else if (char === colon) {
      fields += 1;
    } else if (char === openBrace || char === openBracket) {
      depth += 1;
      if (depth > depthMax) return tooDeep;
    } else if (char === closeBrace || char === closeBracket) {
      depth -= 1;
    } else if ((char >= zero && char <= nine) || char === minus) {
      at = endOfPlainNumber(text, at);
      if (at < 0) return suspicious;
    }
  }
  return fields;
}

/** Where the string that begins at a quote has its other one. */
function endOfString(text: string, start: number): number {
  const { length } = text;
  let at = start + 1;
  while (at < length) {
    const char = text.charCodeAt(at);
    if (char === quote) break;
    at += char === backslash ? 2 : 1;
  }
  return at;
}

/** The last character of a number, or less than zero when it has an exponent or too many digits. */
function endOfPlainNumber(text: string, start: number): number {
  let digits = 0;
  let at = start;
  for (; ; at += 1) {
    const char = text.charCodeAt(at);
    if (char >= zero && char <= nine) {
      if (digits > 0 || char !== zero) digits += 1;
    } else if (char === bigE || char === smallE) {
      return suspicious;
    } else if (char !== point && char !== minus) {
      break;
    }
  }
  return digits > digitsMax ? suspicious : at - 1;
}

/** How many fields a value has, all the way down. Not a number when one of them has a name that none may have. */
function ownFields(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let fields = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') fields += ownFields(item);
    return fields;
  }
  for (const name in value) {
    if (isInherited(name)) return Number.NaN;
    fields += 1;
    const item: unknown = value[name as keyof typeof value];
    if (typeof item === 'object') fields += ownFields(item);
  }
  return fields;
}

const number = /-?([0-9]+(?:\.[0-9]+)?)([eE][+-]?[0-9]+)?/y;
const space = /[ \t\n\r]*/y;
const word = /true|false|null/y;

/** Goes through a text that is JSON, and not too deep, once more to tell what is wrong with it, and where. */
class FaultFinder {
  readonly #text: string;
  readonly #path: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  find(): Problem {
    return this.#value() ?? new Problem('invalid_request_format');
  }

  #value(): Problem | undefined {
    const start = this.#next();
    if (start === '{') return this.#object();
    if (start === '[') return this.#array();
    if (start === '"') this.#string();
    else if (this.#take(word) === undefined) return this.#number();
    return undefined;
  }

  #object(): Problem | undefined {
    const names = new Set<string>();
    this.#at += 1;
    while (this.#next() !== '}') {
      const name: string = JSON.parse(this.#string());
      this.#path.push(name);
      if (isInherited(name)) return this.#unknown();
      if (names.has(name)) return this.#problem('field_repeated');
      names.add(name);
      this.#next();
      this.#at += 1;
      const problem = this.#value();
      if (problem) return problem;
      this.#path.pop();
      if (this.#next() === ',') this.#at += 1;
    }
    this.#at += 1;
    return undefined;
  }

  #array(): Problem | undefined {
    this.#at += 1;
    for (let index = 0; this.#next() !== ']'; index += 1) {
      this.#path.push(String(index));
      const problem = this.#value();
      if (problem) return problem;
      this.#path.pop();
      if (this.#next() === ',') this.#at += 1;
    }
    this.#at += 1;
    return undefined;
  }

  #number(): Problem | undefined {
    const found = this.#take(number);
    if (found?.[2] !== undefined) return this.#problem('number_with_exponent');
    const digits = (found?.[1] ?? '').replace('.', '').replace(/^0+/, '');
    return digits.length > digitsMax ? this.#problem('number_too_long', { max: digitsMax }) : undefined;
  }

  /** The string that begins here, with its quotes. */
  #string(): string {
    const start = this.#at;
    this.#at = endOfString(this.#text, start) + 1;
    return this.#text.slice(start, this.#at);
  }

  /** Passes over spaces, and tells what stands behind them. */
  #next(): string {
    this.#take(space);
    return this.#text.charAt(this.#at);
  }

  #take(what: RegExp): RegExpExecArray | undefined {
    what.lastIndex = this.#at;
    const found = what.exec(this.#text);
    if (found) this.#at = what.lastIndex;
    return found ?? undefined;
  }

  get #field(): string {
    return this.#path.length === 0 ? 'body' : this.#path.join('.').slice(0, nameLengthMax);
  }

  #unknown(): Problem {
    return new Problem('unprocessable_entity', { fields: { [this.#field]: { code: 'field_unknown' } } });
  }

  #problem(
    code: 'field_repeated' | 'number_with_exponent' | 'number_too_long',
    params: { max?: number } = {},
  ): Problem {
    const all = { ...params, field: this.#field };
    return new Problem(code, { params: all, fields: { [this.#field]: { code, params: all } } });
  }
}
