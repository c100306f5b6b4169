import { apiBase, type Endpoint, publicApiBase, unauthenticatedPaths } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { ZodMiniType, z } from 'zod/mini';

type Part<E, Name extends string> = E extends { readonly [Key in Name]: infer Schema extends ZodMiniType }
  ? { readonly [Key in Name]: z.input<Schema> }
  : unknown;

/** What a call must be given, read off its contract. */
export type CallInput<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

export type CallOutput<E extends Endpoint> = z.output<E['response']>;

export interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

const withoutToken = new Set<string>(unauthenticatedPaths);

/** Whether the stored token goes along: not on the specification's list, nor on calls that open a session. */
export function carriesToken(endpoint: Endpoint): boolean {
  return endpoint.access !== 'open' && !withoutToken.has(endpoint.path);
}

function entriesOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([, item]) => item !== undefined && item !== null)
    .map(([key, item]) => [key, String(item)]);
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(entriesOf(params));
  return path.replaceAll(/:([a-z_]+)/gi, (_, name: string) => {
    const value = values.get(name);
    invariant(value !== undefined, `The path ${path} lacks its parameter ${name}.`);
    // These two lead to another path, and no encoding keeps a browser from following them.
    invariant(value !== '.' && value !== '..', `The path ${path} cannot be filled with ${value}.`);
    return encodeURIComponent(value);
  });
}

/** A visitor reads public data from the public variant of the API, which proxies may cache. */
function baseFor(endpoint: Endpoint, hasToken: boolean): string {
  return endpoint.access === 'public' && !hasToken ? publicApiBase : apiBase;
}

export function buildUrl(
  endpoint: Endpoint,
  input: LooseInput,
  at: { origin: string; hasToken: boolean },
): string {
  const query = new URLSearchParams(entriesOf(input.query)).toString();
  const path = `${at.origin}${baseFor(endpoint, at.hasToken)}${fillPath(endpoint.path, input.params)}/`;
  return query === '' ? path : `${path}?${query}`;
}
