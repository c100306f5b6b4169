import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, onSendHookHandler } from 'fastify';
import { acceptedEncodings } from './static/stored-file.ts';

/** Less is sent in two or three packets whether it is packed or not, and to pack it would only cost time. */
const packedFromCharacters = 4_096;

/** A list is a fifth of its size at the quickest level already; the best one takes four times as long for a tenth less. */
const options = { level: constants.Z_BEST_SPEED };

/**
 * Packs a large text on its way out, for whoever accepts it, and not in the thread that answers everybody. The answers that programs wait for are small
 * and leave as they are. What a page of another site could make the browser ask for carries no token, so that its length tells nothing about an account.
 */
export const packLargeAnswer: onSendHookHandler<unknown> = (request, reply, payload, next) => {
  const isText = typeof payload === 'string' && payload.length >= packedFromCharacters;
  const isTable = payload instanceof Readable && isPlainTable(reply);
  if (!isText && !isTable) {
    // What failed before its first byte is answered with a sentence instead, which is not packed.
    if (typeof payload === 'string' && reply.hasHeader('content-encoding'))
      reply.removeHeader('content-encoding');
    return next(null, payload);
  }
  reply.header('vary', 'accept-encoding');
  if (!acceptedEncodings(request.headers['accept-encoding']).includes('gzip')) return next(null, payload);
  reply.header('content-encoding', 'gzip');
  // Whichever of the two ends by a failure takes the other with it.
  if (isTable)
    return next(
      null,
      pipeline(payload, createGzip(options), () => undefined),
    );
  gzip(payload as string, options, next);
};

/** Of streams only tables as text are packed here: the other files are packed inside, and one that is kept packed says so itself. */
function isPlainTable(reply: FastifyReply): boolean {
  return (
    String(reply.getHeader('content-type')).startsWith('text/csv') && !reply.hasHeader('content-encoding')
  );
}
