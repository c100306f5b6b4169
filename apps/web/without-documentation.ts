import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Call extends Node {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly Node[];
}

interface Property extends Node {
  readonly key: Node & { readonly name?: string };
}

/** The functions of the contracts that only document, and which of their arguments is the schema. */
const schemaPlaces: Readonly<Record<string, number>> = { described: 0, withExample: 0, named: 1 };

/** What an endpoint says of itself to readers of the API documentation. */
const spoken: ReadonlySet<string> = new Set(['summary', 'tag', 'errors']);

interface Cut {
  readonly from: number;
  readonly to: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function cutsOfCall({ callee, start, end, arguments: given }: Call): Cut[] {
  const name = callee.type === 'Identifier' ? (callee.name ?? '') : '';
  if (Object.hasOwn(schemaPlaces, name)) {
    const schema = given[schemaPlaces[name] ?? 0];
    return schema === undefined
      ? []
      : [
          { from: start, to: schema.start },
          { from: schema.end, to: end },
        ];
  }
  const definition = given[0];
  if (name !== 'defineEndpoint' || definition?.type !== 'ObjectExpression') return [];
  const { properties } = definition as Node & { readonly properties: readonly Property[] };
  const isSpoken = ({ type, key }: Property) => type === 'Property' && spoken.has(key.name ?? '');
  return properties.flatMap((property, index) => {
    if (!isSpoken(property)) return [];
    const before = properties.slice(0, index);
    // One comma goes too: that before it, unless nothing before it stays.
    return before.every(isSpoken)
      ? [{ from: property.start, to: properties[index + 1]?.start ?? property.end }]
      : [{ from: before.at(-1)?.end ?? property.start, to: property.end }];
  });
}

function collect(value: unknown, cuts: Cut[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, cuts);
  if (!isNode(value)) return;
  if (value.type === 'CallExpression') cuts.push(...cutsOfCall(value as Call));
  for (const inner of Object.values(value)) collect(inner, cuts);
}

/** What is left of a text, of which some cuts may lie within others. */
function cutOut(code: string, cuts: readonly Cut[]): string {
  let kept = '';
  let at = 0;
  for (const { from, to } of [...cuts].sort((one, other) => one.from - other.from)) {
    if (from > at) kept += code.slice(at, from);
    at = Math.max(at, to);
  }
  return kept + code.slice(at);
}

/** Leaves out of the built contracts what only the API documentation needs: the browser would fetch it for nothing. */
export function withoutDocumentation(): Plugin {
  return {
    name: 'emporion-without-documentation',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contracts\/src\/.*\.ts$/ },
      handler(code) {
        const cuts: Cut[] = [];
        collect(this.parse(code), cuts);
        return cuts.length === 0 ? null : { code: cutOut(code, cuts), map: null };
      },
    },
  };
}
