import type { Readable } from 'node:stream';
import {
  type Attachment,
  attachmentsStoredBytesMax,
  ticketDeskEndpoints,
  ticketEndpoints,
} from '@emporion/contracts/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordStaffAction } from '#modules/audit/index.ts';
import { originOf } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readAttachment, type StoredFile } from './attachment-rows.ts';
import { Uploads } from './uploads.ts';

const contentTypes: Readonly<Record<Attachment['kind'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
};

/** Takes files as they are, one with each call, and hands them out again. Only these routes read bodies of this size. */
export async function addAttachmentRoutes(app: App, platform: Platform): Promise<void> {
  const { database, config } = platform;

  await app.register(async (scope: App) => {
    const streams = new WeakMap<FastifyRequest, Readable>();
    // The body stays a stream: what it is, is decided by the handler, piece by piece.
    scope.addContentTypeParser('application/octet-stream', (request, payload, done) => {
      streams.set(request, payload as Readable);
      done(null);
    });
    for (const endpoint of [ticketEndpoints.upload, ticketDeskEndpoints.upload]) {
      // Whoever answers has room of their own, however much is sent to them.
      const isDesk = endpoint === ticketDeskEndpoints.upload;
      const uploads = new Uploads(platform, isDesk ? {} : { storedBytesMax: attachmentsStoredBytesMax });
      serveEndpoint(scope, endpoint, async ({ query: { name }, caller: { userId }, request, reply }) => {
        const stream = streams.get(request);
        if (stream === undefined) throw new Problem('unsupported_media_type');
        return uploads.take({ userId, name, request, reply, stream });
      });
    }
  });

  serveEndpoint(app, ticketEndpoints.attachment, async ({ params: { id }, caller: { userId }, reply }) =>
    send(reply, await readAttachment(database.kysely, config, { id, ownerId: userId })),
  );
  // People attach what tells who they are: who of the staff opened it is in the audit log.
  serveEndpoint(app, ticketDeskEndpoints.attachment, async ({ params: { id }, caller, request, reply }) => {
    const file = await database.kysely.transaction().execute(async (transaction) => {
      const found = await readAttachment(transaction, config, { id });
      await recordStaffAction(transaction, platform, {
        ...{
          action: 'ticket_attachment_opened',
          actorId: caller.userId,
          origin: originOf(request),
          reason: null,
        },
        ...(found.ownerId !== null && { subjectId: found.ownerId }),
        ...{ object: `ticket:${found.ticketId}`, after: { attachment: id, kind: found.kind } },
      });
      return found;
    });
    return send(reply, file);
  });
}

/** To be saved and not opened: a page of ours never shows it as a document, and should one, it may do nothing. */
function send(reply: FastifyReply, { name, kind, bytes }: StoredFile): never {
  reply
    .type(contentTypes[kind])
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
  // The bytes are the answer; the contract describes them.
  return reply as never;
}
