import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { apiBase, attachmentBytesMax } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contentKind } from '#platform/files/content.ts';
import type { SupportApp } from '../testing/support-app.ts';
import { attachmentSecrets } from './attachment-rows.ts';
import { clamdAt } from './clamd.ts';
import { receiveFile } from './receive-file.ts';

const script = '<script>alert(document.domain)</script>';

const drawn = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();

/** A piece of a PNG, with its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture of this many pixels, all white, which is a few kilobytes as a file. */
function bomb(edge: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head.writeUInt8(1, 8);
  const lines = deflateSync(Buffer.alloc(edge * (1 + edge / 8)), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function attachmentCases(support: () => SupportApp): void {
  const send = (bytes: Buffer, name?: string) => support().upload(support().trader, bytes, name);
  const fetched = async (id: string, as = support().trader) =>
    support().app.inject({
      url: `${apiBase}support/attachments/${id}/`,
      headers: { authorization: `Bearer ${as.access}` },
    });

  describe('what is attached', () => {
    it('is known by its content, and a picture keeps nothing but its pixels', async () => {
      const png = await drawn('png');
      const text = chunk('tEXt', Buffer.from(`Comment\0${script}`));
      const hidden = Buffer.concat([
        png.subarray(0, 33),
        text,
        png.subarray(33),
        Buffer.from(`${script}PK\u0003\u0004`),
      ]);
      const { status, body } = await send(hidden, '../../evil.html');
      expect([status, body.kind, body.name]).toEqual([200, 'png', 'evil.png']);
      const answer = await fetched(body.id);
      expect(answer.rawPayload.includes(script)).toBe(false);
      expect(answer.rawPayload.includes('PK\u0003\u0004')).toBe(false);
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(40);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': "attachment; filename*=UTF-8''evil.png",
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox;/),
      });
      expect((await fetched(body.id, support().other)).statusCode).toBe(404);
      const [row] = await support().query(
        'select encode(sealed, $1) as sealed from support_attachments where id = $2',
        ['hex', body.id],
      );
      expect(row?.sealed).not.toContain('89504e47');
    });

    it('is called what it was called, cut between two characters', async () => {
      const { status, body } = await send(Buffer.from('a'), `${'a'.repeat(79)}😀😀.txt`);
      expect([status, body.name]).toEqual([200, `${'a'.repeat(79)}😀.txt`]);
      expect((await fetched(body.id)).headers['content-disposition']).toContain('%F0%9F%98%80.txt');
    });

    it('may be a picture of four kinds, a PDF or a text', async () => {
      const files = {
        ...{ jpeg: await drawn('jpeg'), webp: await drawn('webp'), png: await drawn('gif') },
        ...{ pdf: Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\n%%EOF\n'), txt: Buffer.from('Привет, ñ\n') },
      };
      for (const [kind, bytes] of Object.entries(files))
        expect(await send(bytes, 'file.exe')).toMatchObject({ status: 200, body: { kind } });
    });

    it.each([
      ['a renamed executable', 'kind_refused', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
      ['a renamed program of Linux', 'kind_refused', Buffer.from('7f454c4602010100', 'hex')],
      ['an archive', 'kind_refused', Buffer.from('504b0304140000000800', 'hex')],
      ['a script of a shell', 'active', Buffer.from('#!/bin/sh\nrm -rf /\n')],
      [
        'an SVG',
        'active',
        Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      ],
      ['a page', 'active', Buffer.from(`\n <html>${script}</html>`)],
      [
        'a PDF with a script',
        'active',
        Buffer.from('%PDF-1.4\n<< /S /JavaScript /JS (app.alert(1)) >>\n%%EOF'),
      ],
      [
        'a PDF with a script in a spelling of its own',
        'active',
        Buffer.from('%PDF-1.4\n<< /#4aavaScript 1 >>\n%%EOF'),
      ],
      ['a PDF with an archive behind its end', 'active', Buffer.from('%PDF-1.4\n%%EOF\nPK\u0003\u0004')],
      ['nothing', 'empty', Buffer.alloc(0)],
    ])('is not %s, which is refused as %s', async (_what, why, bytes) => {
      expect(await send(bytes, 'holiday.png')).toMatchObject({
        status: 422,
        body: { code: `attachment_${why}` },
      });
    });

    it('is neither a picture that would fill the memory nor one that cannot be drawn', async () => {
      const large = bomb(20_000);
      expect(large.length).toBeLessThan(100_000);
      expect(await send(large)).toMatchObject({
        ...{ status: 422, body: { code: 'attachment_pixels_too_many' } },
      });
      expect((await send(bomb(5_120))).body.code).toBe('attachment_pixels_too_many');
      const half = (await drawn('png')).subarray(0, 60);
      expect((await send(half)).body.code).toBe('attachment_unreadable');
      // Begins as a picture and goes on as a page.
      expect((await send(Buffer.from(`GIF89a${script}`))).body.code).toBe('attachment_unreadable');
    });

    it('is refused once all of an account come to the most that is kept', async () => {
      const { query, trader } = support();
      const { id } = (await send(Buffer.from('small'), 'a.txt')).body;
      const { bytes } = (
        await query('select sum(bytes)::int as bytes from support_attachments where uploader_id = $1', [
          trader.id,
        ])
      )[0] as { bytes: string };
      const fill = (size: number) =>
        query(
          `insert into support_attachments (uploader_id, name, kind, bytes, sealed, created_at)
           select $1, 'full', 'txt', 10485760, '', now() from generate_series(1, $2)`,
          [trader.id, size],
        );
      expect(Number(bytes)).toBeLessThan(10 * 1_048_576);
      await fill(19);
      expect((await send(Buffer.from('fits'), 'a.txt')).status).toBe(200);
      await fill(1);
      expect(await send(Buffer.from('one more'), 'a.txt')).toMatchObject({
        ...{ status: 409, body: { code: 'attachments_full', detail: expect.stringContaining('200 MB') } },
      });
      // Files of staff lie in tickets of others.
      const { agent, upload } = support();
      await query(
        "update support_attachments set uploader_id = $2 where name = 'full' and uploader_id = $1",
        [trader.id, agent.id],
      );
      expect((await upload(agent, Buffer.from('a'), 'a.txt', 'admin/ticket-uploads')).status).toBe(200);
      await query("delete from support_attachments where name = 'full'");
      expect((await fetched(id)).body).toBe('small');
    });

    it('is refused at once where it says that it has 200 MB, and its connection ends', async () => {
      const origin = new URL(await support().app.listen({ host: '127.0.0.1', port: 0 }));
      const socket = connect({ host: origin.hostname, port: Number(origin.port) }).setEncoding('utf8');
      socket.write(
        `POST ${apiBase}support/uploads/?name=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${support().trader.access}\r\n` +
          `Content-Type: application/octet-stream\r\nContent-Length: ${200 * 1_048_576}\r\n\r\n`,
      );
      const [answer] = (await once(socket, 'data')) as [string];
      expect(answer.slice(9, 12)).toBe('413');
      expect(answer.toLowerCase()).toContain('connection: close');
      await once(socket, 'close');
    });

    it('that says nothing of its length is left at its first byte too many, and never held whole', async () => {
      const pieceBytes = 1_048_576;
      let pulled = 0;
      const endless = Readable.from(
        (function* () {
          for (; pulled < 200; pulled += 1) yield Buffer.alloc(pieceBytes);
        })(),
      );
      const request = { headers: {} } as FastifyRequest;
      await expect(receiveFile(request, endless)).rejects.toThrow('payload_too_large');
      expect(pulled).toBeLessThanOrEqual(attachmentBytesMax / pieceBytes + 2);
    });

    it('is asked of the virus scanner as it came, and refused when that finds something or does not answer', async () => {
      const { scanned } = support();
      scanned.length = 0;
      expect((await send(Buffer.alloc(200_000, 'a note '))).status).toBe(200);
      expect((await send(Buffer.from('EICAR'))).body.code).toBe('attachment_infected');
      expect(await send(Buffer.from('UNSCANNABLE'))).toMatchObject({
        status: 503,
        body: { code: 'attachment_not_scanned' },
      });
      expect(scanned).toEqual([200_000, 5, 11]);
      await expect(clamdAt('127.0.0.1:1').isInfected(Buffer.from('a'))).rejects.toThrow();
    });

    it('goes on under another secret, and opens with no other one', async () => {
      const { body } = await send(Buffer.from('kept'));
      const { database, config } = support().platform;
      const other = { secret: 'another-secret-of-at-least-32-characters' };
      const rotate = (from: { secret: string }, to: { secret: string }) =>
        database.kysely.transaction().execute((db) => attachmentSecrets.rotate(db, { from, to }));
      await rotate(config, other);
      expect(await attachmentSecrets.open(database.kysely, config)).toBe(false);
      expect(await attachmentSecrets.open(database.kysely, other)).toBe(true);
      await expect(rotate(config, other)).rejects.toThrow('does not open with FORMER_SECRET');
      await rotate(other, config);
      expect((await fetched(body.id)).body).toBe('kept');
    });

    it('keeps no kind for what only its name says', async () => {
      expect(await contentKind(Buffer.from([0, 1, 2, 3]))).toBeUndefined();
      expect(await contentKind(Buffer.from([0xff, 0xfe, 0x41, 0x00]))).toBeUndefined();
    });
  });
}
