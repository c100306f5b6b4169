import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Attachment, ticketDeskEndpoints, ticketEndpoints } from '@emporion/contracts/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeOfDay } from '#modules/identity/index.ts';
import { FairTurns } from '#platform/concurrency/fair-turns.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { insertAttachment, readAttachment, type StoredFile } from './attachment-rows.ts';
import { clamdAt } from './clamd.ts';
import { contentKind } from './content.ts';
import { receiveFile } from './receive-file.ts';
import { type Picture, redraw } from './redraw.ts';

/** Files of one account in a day. */
const perDay = 60;
/** Files on their way at once: what all of them hold in memory has a bound. */
const atOnceMax = 8;
/** Pictures being drawn: each takes a core and, for a moment, as much memory as it has pixels. */
const drawnAtOnceMax = 1;

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
  const uploads = new Uploads(platform);

  await app.register(async (scope: App) => {
    const streams = new WeakMap<FastifyRequest, Readable>();
    // The body stays a stream: what it is, is decided by the handler, piece by piece.
    scope.addContentTypeParser('application/octet-stream', (request, payload, done) => {
      streams.set(request, payload as Readable);
      done(null);
    });
    for (const endpoint of [ticketEndpoints.upload, ticketDeskEndpoints.upload])
      serveEndpoint(scope, endpoint, async ({ query: { name }, caller: { userId }, request, reply }) => {
        const stream = streams.get(request);
        if (stream === undefined) throw new Problem('unsupported_media_type');
        return uploads.take({ userId, name, request, reply, stream });
      });
  });

  serveEndpoint(app, ticketEndpoints.attachment, async ({ params: { id }, caller: { userId }, reply }) =>
    send(reply, await readAttachment(database.kysely, config, { id, ownerId: userId })),
  );
  serveEndpoint(app, ticketDeskEndpoints.attachment, async ({ params: { id }, reply }) =>
    send(reply, await readAttachment(database.kysely, config, { id })),
  );
}

interface Incoming {
  readonly userId: string;
  readonly name: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly stream: Readable;
}

class Uploads {
  readonly #platform: Platform;
  readonly #running = new Set<string>();
  readonly #drawing = new FairTurns(drawnAtOnceMax);

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** @throws Problem as the contract lists them. A call that is refused before its end is not read on: its connection ends. */
  async take({ userId, name, request, reply, stream }: Incoming): Promise<Attachment> {
    try {
      if (this.#running.has(userId)) throw new Problem('upload_running');
      if (this.#running.size >= atOnceMax) throw new Problem('service_unavailable', { retryAfterSeconds: 5 });
      this.#running.add(userId);
      try {
        return await this.#keep({ userId, name, bytes: await receiveFile(request, stream) });
      } finally {
        this.#running.delete(userId);
      }
    } catch (error) {
      if (!request.raw.complete) reply.header('connection', 'close');
      throw error;
    }
  }

  async #keep({ userId, name, bytes }: { userId: string; name: string; bytes: Buffer }): Promise<Attachment> {
    const { database, config, clock } = this.#platform;
    const counted = { scope: 'support:uploads', subject: userId, perDay };
    if (!(await takeOfDay(database.kysely, this.#platform, counted)))
      throw new Problem('uploads_too_many', { params: { max: perDay } });
    const kept = await this.#checked(userId, bytes);
    return insertAttachment(database.kysely, config, {
      ...kept,
      ...{ id: randomUUID(), uploaderId: userId, name: nameOf(name, kept.kind), now: clock.now() },
    });
  }

  /** By its content: a name proves nothing. The scanner sees the file as it came. */
  async #checked(userId: string, bytes: Buffer): Promise<Picture> {
    const kind = contentKind(bytes);
    if (kind === undefined || bytes.length === 0) throw new Problem('attachment_kind_refused');
    if (await this.#isInfected(bytes)) throw new Problem('attachment_infected');
    if (kind === 'pdf' || kind === 'txt') return { kind, bytes };
    return this.#drawing.run(userId, () => redraw(bytes, kind));
  }

  async #isInfected(bytes: Buffer): Promise<boolean> {
    try {
      const { clamd } = this.#platform.config;
      return clamd !== undefined && (await clamdAt(clamd).isInfected(bytes));
    } catch (err) {
      this.#platform.log.error({ err }, 'a file was not scanned');
      throw new Problem('attachment_not_scanned');
    }
  }
}

const endings: Readonly<Record<Attachment['kind'], string>> = {
  ...{ png: 'png', jpeg: 'jpg', webp: 'webp', pdf: 'pdf', txt: 'txt' },
};

/** What it was called, with the ending of what it is, and nothing that means something in a path or a header. */
function nameOf(name: string, kind: Attachment['kind']): string {
  const stem = name
    .replace(/^.*[/\\]/s, '')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\p{C}"%*:;<>?\\|/]/gu, '_')
    .replaceAll(/\.+/g, '.')
    .trim()
    .slice(0, 80);
  return `${stem === '' || stem === '.' ? 'file' : stem}.${endings[kind]}`;
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
