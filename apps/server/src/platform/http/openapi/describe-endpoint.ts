import { type Endpoint, publicApiBase } from '@emporion/contracts/rest';
import type { FastifySchema } from 'fastify';
import { closed } from '#platform/http/closed-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract behind a route, from which its page in the API documentation is made. */
    endpoint?: Endpoint;
  }
}

/** The schema that the router validates and serializes by, with what the documentation says about the call. */
export function describeEndpoint(endpoint: Endpoint, base: string): FastifySchema {
  return {
    operationId: operationIdOf(endpoint, base),
    summary: endpoint.summary,
    tags: [endpoint.tag],
    // The others ask for the token that the document asks for by default.
    ...(endpoint.access === 'public' || endpoint.access === 'open' ? { security: [] } : {}),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: closed(endpoint.query) }),
    ...(endpoint.body && { body: closed(endpoint.body) }),
    response: { 200: endpoint.response },
  };
}

/** `GET orders/:id` becomes `getOrdersId`; under the public base, `publicGetOrdersId`. */
function operationIdOf({ method, path }: Endpoint, base: string): string {
  const words = [
    ...(base === publicApiBase ? ['public'] : []),
    method.toLowerCase(),
    ...path.split(/[^A-Za-z0-9]+/),
  ].filter((word) => word !== '');
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}
