export type TextParams = Readonly<Record<string, unknown>>;

/** Where the texts of one language lie. */
export interface TextSource {
  readonly language: string;
  catalogueOf(area: string): unknown;
}

/** A code of the server may be called like something that every object has. */
function childOf(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
  return (node as Readonly<Record<string, unknown>>)[name];
}

const rules = new Map<string, Intl.PluralRules>();

function pluralForm(language: string, count: number): string {
  let known = rules.get(language);
  if (known === undefined) {
    known = new Intl.PluralRules(language);
    rules.set(language, known);
  }
  return known.select(count);
}

/**
 * What a key names, its area first: a text, all that lies below it, or undefined. A number that is counted chooses among
 * `name_one`, `name_few`, `name_many` and `name_other`.
 */
export function findText({ language, catalogueOf }: TextSource, key: string, count?: unknown): unknown {
  const [area = '', ...path] = key.split('.');
  const name = path.pop() ?? '';
  const node = path.reduce(childOf, catalogueOf(area));
  const plural =
    typeof count === 'number' ? childOf(node, `${name}_${pluralForm(language, count)}`) : undefined;
  return plural ?? childOf(node, name);
}

/**
 * Fills the places of a text. Nothing is escaped: React escapes what it renders and the mail templates escape what they
 * hold. A value is text, whatever it looks like; a place without one stays empty.
 */
export function fillText(text: string, params: TextParams, always: TextParams = {}): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    String((Object.hasOwn(params, name) ? params[name] : always[name]) ?? ''),
  );
}
