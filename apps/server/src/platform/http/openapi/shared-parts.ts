import { hashOf, type Json, mapOperations, type Operation, type Paths } from './openapi-parts.ts';

/** Shorter than this, a part takes no more room than a reference to it. */
const referenceLength = 80;

/** Replaces parts that several calls have alike by references, and error responses always. */
export class SharedParts {
  readonly components: Record<'parameters' | 'requestBodies' | 'responses', Json> = {
    parameters: {},
    requestBodies: {},
    responses: {},
  };
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(paths: Paths) {
    mapOperations(paths, (operation) => {
      for (const part of [
        ...(operation.parameters ?? []),
        operation.requestBody,
        operation.responses['200'],
      ]) {
        const text = JSON.stringify(part);
        this.#uses.set(text, (this.#uses.get(text) ?? 0) + 1);
      }
      return operation;
    });
  }

  replace(operation: Operation): Operation {
    const { operationId, parameters, requestBody, responses } = operation;
    const title = operationId.charAt(0).toUpperCase() + operationId.slice(1);
    return {
      ...operation,
      ...(parameters && {
        parameters: parameters.map((part) => this.#repeated('parameters', part, String(part.name))),
      }),
      ...(requestBody && { requestBody: this.#repeated('requestBodies', requestBody, `${title}Body`) }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          status === '200'
            ? this.#repeated('responses', response as Json, `${title}Ok`)
            : this.#reference('responses', response as Json, `E${status}_${hashOf(response)}`),
        ]),
      ),
    };
  }

  #repeated(kind: keyof typeof this.components, part: Json, name: string): Json {
    const text = JSON.stringify(part);
    if (text.length < referenceLength || this.#uses.get(text) === 1) return part;
    return this.#reference(kind, part, name);
  }

  /** The first part of a name gets it plain. Another one with that name gets a hash of its content, so that names change only with what they stand for. */
  #reference(kind: keyof typeof this.components, part: Json, wanted: string): Json {
    const key = `${kind} ${JSON.stringify(part)}`;
    const components = this.components[kind];
    const name = this.#names.get(key) ?? (wanted in components ? `${wanted}_${hashOf(part)}` : wanted);
    this.#names.set(key, name);
    components[name] = part;
    return { $ref: `#/components/${kind}/${name}` };
  }
}
