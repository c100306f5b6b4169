import type { FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { type $ZodType, safeEncode } from 'zod/v4/core';
import type { Platform } from '#platform/platform.ts';
import { withReadableRows } from './readable-rows.ts';

/**
 * Makes what writes the answers of a route, held to its contract. Outside data that does not fit is replaced in its row, and counted; any other answer that does
 * not fit is a fault of ours: the caller gets an error of the server, and the route is counted.
 */
export function answerSerializer({
  metrics,
  log,
}: Pick<Platform, 'metrics' | 'log'>): FastifySerializerCompiler<$ZodType> {
  return ({ schema, method, url }) =>
    (answer) => {
      const encoded = safeEncode(schema, answer);
      if (encoded.success) return JSON.stringify(encoded.data);
      const { issues } = encoded.error;
      const places = issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
      const readable = withReadableRows(schema, answer, issues);
      const again = readable && safeEncode(schema, readable.answer);
      if (!readable || !again?.success) {
        metrics.answerFaults.inc({ method, route: url });
        throw new ResponseSerializationError(method, url, { cause: encoded.error });
      }
      metrics.unreadableRows.inc({ method, route: url }, readable.rows);
      log.warn({ method, route: url, places }, 'rows hold outside data that cannot be shown');
      return JSON.stringify(again.data);
    };
}
