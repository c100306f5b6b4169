/** Dictionaries of streams are short; one of a form may list a few hundred fonts and pictures. */
const lengthMax = 65_536;

const token =
  /(?<space>[\s\0]+)|(?<name>\/[^\s\0()<>[\]{}/%]*)|(?<other><<|>>|\[|\]|<[0-9A-Fa-f\s]*>|[+-]?(?:\d+\.?\d*|\.\d+)(?![^\s\0()<>[\]{}/%])|(?:R|true|false|null)(?![^\s\0()<>[\]{}/%]))|(?<string>\()/y;

/**
 * The tokens of the dictionary that ends here, names decoded and strings left out. Undefined where what stands between the last `obj` and here is anything else:
 * a reader that takes the object to begin somewhere else, such as before a string with an `obj` in it, would see another dictionary, and then this one has a
 * bracket, a comment or a word too many.
 */
export function dictionaryBefore(text: string, end: number): string[] | undefined {
  const near = text.slice(Math.max(0, end - lengthMax), end);
  const begin = near.lastIndexOf('obj');
  if (begin < 0) return undefined;
  const tokens = tokensOf(near.slice(begin + 3));
  if (tokens?.[0] !== '<<') return undefined;
  let depth = 0;
  for (const [place, each] of tokens.entries()) {
    if (each === '<<') depth += 1;
    if (each === '>>') depth -= 1;
    if (depth === 0 && place < tokens.length - 1) return undefined;
  }
  return depth === 0 ? tokens : undefined;
}

function tokensOf(source: string): string[] | undefined {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let at = 0; at < source.length; at = token.lastIndex) {
    token.lastIndex = at;
    const groups = token.exec(source)?.groups;
    if (groups === undefined) return undefined;
    const { name, other, string } = groups;
    if (name !== undefined) tokens.push(decoded(name));
    else if (other !== undefined) tokens.push(other);
    else if (string !== undefined) {
      const after = endOfString(source, token.lastIndex);
      if (after === undefined) return undefined;
      tokens.push('()');
      token.lastIndex = after;
    }
  }
  return tokens;
}

const decoded = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Behind the parenthesis that closes a string; they nest, and a backslash takes the next sign with it. */
function endOfString(source: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
