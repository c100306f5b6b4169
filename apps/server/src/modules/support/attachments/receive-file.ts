import type { Readable } from 'node:stream';
import { attachmentBytesMax } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#platform/http/problem.ts';

/** A slow sender is ended by the server's own time for a request. Small pieces cost a call of ours each. */
const piecesMax = 50_000;

/**
 * Reads a file that is on its way, up to the most that we take: what is longer is refused at its first byte too many, or at once where its length is said.
 * `hold` is told of each piece that stays in memory, and may refuse it.
 *
 * @throws Problem payload_too_large, bad_request for one that ended early.
 */
export async function receiveFile(
  request: FastifyRequest,
  stream: Readable,
  hold: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  const declared = Number(request.headers['content-length']);
  if (declared > attachmentBytesMax) throw new Problem('payload_too_large');
  const pieces: Buffer[] = [];
  let [bytes, count] = [0, 0];
  // A stream that is left is not ended: its sender still gets our answer.
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    count += 1;
    if (bytes > attachmentBytesMax || count > piecesMax) throw new Problem('payload_too_large');
    hold(piece.length);
    pieces.push(piece);
  }
  if (declared >= 0 && declared !== bytes) throw new Problem('bad_request');
  return Buffer.concat(pieces, bytes);
}
