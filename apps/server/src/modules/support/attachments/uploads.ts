import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Attachment, attachmentBytesMax, attachmentsKeptDays } from '@emporion/contracts/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeOfDay } from '#modules/identity/index.ts';
import { FairTurns } from '#platform/concurrency/fair-turns.ts';
import { contentKind } from '#platform/files/content.ts';
import type { Picture } from '#platform/files/redraw.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { insertAttachment, storedBytes } from './attachment-rows.ts';
import { clamdAt } from './clamd.ts';
import { receiveFile } from './receive-file.ts';

/** Files of one account in a day. */
const perDay = 60;
/** What all files on their way hold in memory: eight of the largest. */
const heldBytesMax = 8 * attachmentBytesMax;
const sendersMax = 200;
/** Files being looked through or drawn anew at once: a PDF takes turns of this thread, and pictures are drawn one by one. */
const checkedAtOnceMax = 1;

const busy = () => new Problem('service_unavailable', { retryAfterSeconds: 5 });

interface Incoming {
  readonly userId: string;
  readonly name: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly stream: Readable;
}

/** Files on their way. A sender who is slow holds what came so far and no place: nobody waits for them. */
export class Uploads {
  readonly #platform: Platform;
  readonly #running = new Set<string>();
  readonly #checking = new FairTurns(checkedAtOnceMax);
  #heldBytes = 0;

  readonly #storedBytesMax: number;

  /** Of one account. Staff have no such bound: what they attach lies in tickets of others, and goes with those. */
  constructor(platform: Platform, { storedBytesMax = Number.POSITIVE_INFINITY } = {}) {
    this.#platform = platform;
    this.#storedBytesMax = storedBytesMax;
  }

  /** @throws Problem as the contract lists them. A call that is refused before its end is not read on: its connection ends. */
  async take({ userId, name, request, reply, stream }: Incoming): Promise<Attachment> {
    try {
      if (this.#running.has(userId)) throw new Problem('upload_running');
      if (this.#running.size >= sendersMax) throw busy();
      this.#running.add(userId);
      let held = 0;
      const hold = (bytes: number) => {
        if (this.#heldBytes + bytes > heldBytesMax) throw busy();
        held += bytes;
        this.#heldBytes += bytes;
      };
      try {
        await this.#count(userId);
        return await this.#keep({ userId, name, bytes: await receiveFile(request, stream, hold) });
      } finally {
        this.#running.delete(userId);
        this.#heldBytes -= held;
      }
    } catch (error) {
      if (!request.raw.complete) reply.header('connection', 'close');
      throw error;
    }
  }

  /** Before anything is read: what never ends counts too. */
  async #count(userId: string): Promise<void> {
    const counted = { scope: 'support:uploads', subject: userId, perDay };
    if (!(await takeOfDay(this.#platform.database.kysely, this.#platform, counted)))
      throw new Problem('uploads_too_many', { params: { max: perDay } });
    // One at a time is on its way, so the bound is passed by one file at most.
    if ((await storedBytes(this.#platform.database.kysely, userId)) >= this.#storedBytesMax)
      throw new Problem('attachments_full', {
        params: { megabytes: this.#storedBytesMax / 1_048_576, days: attachmentsKeptDays },
      });
  }

  async #keep({ userId, name, bytes }: { userId: string; name: string; bytes: Buffer }): Promise<Attachment> {
    const { database, config, clock } = this.#platform;
    const kept = await this.#checked(userId, bytes);
    return insertAttachment(database.kysely, config, {
      ...kept,
      ...{ id: randomUUID(), uploaderId: userId, name: nameOf(name, kept.kind), now: clock.now() },
    });
  }

  /** By its content: a name proves nothing. The scanner sees the file as it came. */
  async #checked(userId: string, bytes: Buffer): Promise<Picture> {
    if (bytes.length === 0) throw new Problem('attachment_empty');
    const kind = await this.#checking.run(userId, () => contentKind(bytes));
    if (kind === undefined) throw new Problem('attachment_kind_refused');
    if (kind === 'active') throw new Problem('attachment_active');
    if (await this.#isInfected(bytes)) throw new Problem('attachment_infected');
    if (kind === 'pdf' || kind === 'txt') return { kind, bytes };
    return this.#checking.run(userId, () => this.#platform.pictures.redraw(bytes, kind));
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
  const written = name
    .replace(/^.*[/\\]/s, '')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\p{C}"%*:;<>?\\|/]/gu, '_')
    .replaceAll(/\.+/g, '.')
    .trim();
  // By characters: half of a pair of surrogates would be one that nothing can encode.
  const stem = [...written].slice(0, 80).join('');
  return `${stem === '' || stem === '.' ? 'file' : stem}.${endings[kind]}`;
}
