import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A file kept in memory, in the encodings there are of it. Sending it opens nothing, so no number of requests can use up the system's files. */
export interface StoredFile {
  readonly type: string;
  readonly etag: string;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>> & { identity: Buffer }>;
}

export interface SendOptions {
  readonly cacheControl: string;
  readonly vary: string;
}

export function storeFile(
  type: string,
  identity: Buffer,
  packed: Partial<Record<Encoding, Buffer>> = {},
): StoredFile {
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { type, etag, bodies: { identity, ...packed } };
}

/** For texts that came without packed siblings. */
export function storePacked(type: string, identity: Buffer): StoredFile {
  return storeFile(type, identity, { gzip: gzipSync(identity) });
}

/** Sends a file as the browser accepts it, or only that it has not changed. */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { cacheControl, vary }: SendOptions,
): FastifyReply {
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const encoding = accepted.find((name) => file.bodies[name] !== undefined) ?? 'identity';
  const etag = `"${file.etag}-${encoding}"`;
  reply.header('cache-control', cacheControl).header('vary', vary).header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(file.type).send(file.bodies[encoding]);
}

/** Of the encodings that we know, those that are accepted, the smallest first. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const names = new Set(
    (header ?? '')
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  );
  return (['br', 'gzip'] as const).filter((name) => names.has(name));
}
