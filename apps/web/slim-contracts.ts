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

interface Definition extends Node {
  readonly properties: readonly Property[];
}

interface Declarator extends Node {
  readonly init: Node | null;
}

interface Statement extends Node {
  readonly declarations?: readonly Declarator[];
  /** Of what is exported. */
  readonly declaration?: Statement | null;
}

/** The functions of the contracts that only document, and which of their arguments is the schema. */
const schemaPlaces: Readonly<Record<string, number>> = { described: 0, withExample: 0, named: 1 };

/**
 * What the browser does not read of an endpoint: what it says of itself to readers of the API documentation, and what the server
 * checks a request by. Of a call, the browser checks the answer.
 */
const unread: ReadonlySet<string> = new Set(['summary', 'tag', 'errors', 'params', 'query']);

/** Forms before login and of the settings check what is written by the contract of its call; no other body is read. */
const bodiesAreRead = /\/rest\/identity\//;
const readBodies: ReadonlySet<string> = new Set([
  'registrationEndpoints',
  'settingsEndpoints',
  'factorEndpoints',
]);

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** The edits of one file, in order. What is cut away is not looked into, so no edit lies within another. */
class Slimming {
  readonly edits: Edit[] = [];

  readonly #keepsBodies: boolean;

  constructor(keepsBodies: boolean) {
    this.#keepsBodies = keepsBodies;
  }

  visit(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.visit(item);
    if (!isNode(value)) return;
    if (value.type === 'CallExpression') this.#visitCall(value as Call);
    else for (const inner of Object.values(value)) this.visit(inner);
  }

  /** What is made as the file is read, and used by nobody, is told to be without consequence: the bundler then leaves it out. */
  visitDeclared({ init }: Declarator): void {
    const isMade = init !== null && /^(?:Array|Call|Object)Expression$/.test(init.type);
    if (isMade) this.edits.push({ from: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' });
    this.visit(init);
    if (isMade) this.edits.push({ from: init.end, to: init.end, text: '))()' });
  }

  #visitCall({ callee, start, end, arguments: given }: Call): void {
    const name = callee.type === 'Identifier' ? (callee.name ?? '') : '';
    const schema = Object.hasOwn(schemaPlaces, name) ? given[schemaPlaces[name] ?? 0] : undefined;
    const [definition] = given;
    if (schema !== undefined) {
      this.#cut(start, schema.start);
      this.visit(schema);
      this.#cut(schema.end, end);
    } else if (name === 'defineEndpoint' && definition?.type === 'ObjectExpression') {
      this.#visitEndpoint((definition as Definition).properties);
    } else {
      this.visit(callee);
      this.visit(given);
    }
  }

  #visitEndpoint(properties: readonly Property[]): void {
    for (const [index, property] of properties.entries()) {
      const name = property.type === 'Property' ? (property.key.name ?? '') : '';
      const isUnread = unread.has(name) || (name === 'body' && !this.#keepsBodies);
      // The comma after it goes too.
      if (isUnread) this.#cut(property.start, properties[index + 1]?.start ?? property.end);
      else this.visit(property);
    }
  }

  #cut(from: number, to: number): void {
    this.edits.push({ from, to, text: '' });
  }
}

/** The values that a file declares for itself or for others. */
function visitStatement(statement: Statement, slimming: Slimming): void {
  const { declarations } = statement.declaration ?? statement;
  if (declarations) for (const declarator of declarations) slimming.visitDeclared(declarator);
  else slimming.visit(statement);
}

function edited(code: string, edits: readonly Edit[]): string {
  let kept = '';
  let at = 0;
  for (const { from, to, text } of edits) {
    kept += code.slice(at, from) + text;
    at = to;
  }
  return kept + code.slice(at);
}

/** Leaves out of the built contracts what the browser does not read: it would fetch and make it for nothing. */
export function slimContracts(): Plugin {
  return {
    name: 'emporion-slim-contracts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/(?:packages\/contracts|apps\/web)\/src\/.*\.tsx?$/ },
      handler(code, id) {
        if (id.includes('/apps/web/')) {
          for (const [use, group = '', part] of code.matchAll(
            /(\w+Endpoints)\.\w+\.(body|query|params)\b/g,
          )) {
            if (part !== 'body' || !readBodies.has(group)) this.error(`${use} is left out of the build.`);
          }
          return null;
        }
        const slimming = new Slimming(bodiesAreRead.test(id));
        const { body } = this.parse(code) as unknown as { readonly body: readonly Statement[] };
        for (const statement of body) visitStatement(statement, slimming);
        return slimming.edits.length === 0 ? null : { code: edited(code, slimming.edits), map: null };
      },
    },
  };
}
