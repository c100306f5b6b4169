import type { Endpoint } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** A hostile call can have thousands; nobody reads more than these. */
const namesMax = 50;
const nameLengthMax = 100;

/**
 * Refuses, by its name, what a call that asks for no query or no body was sent, instead of leaving it out: whoever writes a pair where nobody
 * reads it means something else than what would be done. What is asked for, the contract's schemas look at.
 */
export function unknownFieldCheck({ query, body }: Endpoint): (request: FastifyRequest) => void {
  return (request) => {
    const names = [
      ...(query === undefined ? Object.keys(request.query as object) : []),
      ...(body === undefined ? namesOf(request.body) : []),
    ];
    if (names.length > 0) throw fieldsUnknown(names);
  };
}

/** An empty object asks for nothing, and some programs send it with everything. */
function namesOf(body: unknown): string[] {
  if (body === undefined || body === null) return [];
  return typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : ['body'];
}

function fieldsUnknown(names: readonly string[]): Problem {
  const fields = names
    .slice(0, namesMax)
    .map((name) => [name.slice(0, nameLengthMax), { code: 'field_unknown' }] as const);
  return new Problem('unprocessable_entity', { fields: Object.fromEntries(fields) });
}
