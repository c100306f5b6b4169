import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { erasePerson } from '#modules/identity/index.ts';
import { contentKind } from '#platform/files/content.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import { Uploads } from './attachments/uploads.ts';
import type { SupportApp } from './testing/support-app.ts';

const asked = {
  ...{ subject: 'Where is my deposit?', category: 'financial', priority: 'medium' },
  text: 'It left yesterday.',
};

/** What somebody with the source would try. */
export function attackCases(support: () => SupportApp): void {
  const post = (by: Member, path: string, body: object = {}) => by.call({ method: 'POST', path, body });
  const forget = () => support().query("delete from attempt_counters where scope like 'support:%'");
  const letter = { email: 'victim@example.org', subject: 'Hello', category: 'general', text: 'A question' };
  const write = async (change: object = {}) =>
    support().open('support/visitor-tickets', { ...letter, captcha: await support().solved(), ...change });

  it('who sends files slowly from many accounts keeps nobody else from sending theirs, and each try counts', async () => {
    await forget();
    const { platform, trader } = support();
    const uploads = new Uploads(platform);
    const send = (userId: string, stream: Readable) =>
      uploads.take({
        ...{
          userId,
          name: 'a.txt',
          stream,
          request: { headers: {}, raw: { complete: true } } as FastifyRequest,
        },
        reply: {} as FastifyReply,
      });
    const slow = Array.from({ length: 12 }, () => new Readable({ read: () => undefined }));
    const strangers = slow.map(() => randomUUID());
    const waiting = slow.map((stream, index) => send(strangers[index] ?? '', stream).catch((error) => error));
    for (const stream of slow) stream.push('a');
    expect((await send(trader.id, Readable.from([Buffer.from('a log')]))).kind).toBe('txt');
    // One that was not begun yet has nobody else who hears of it.
    for (const stream of slow) stream.on('error', () => undefined).destroy(new Error('gone'));
    await Promise.all(waiting);
    const counted = await support().query(
      "select count(*)::int as count from attempt_counters where scope = 'support:uploads'",
    );
    expect(counted).toEqual([{ count: 13 }]);
  });

  it('a PDF of ten megabytes of letters in another spelling costs no more than any other', async () => {
    const bytes = Buffer.from(`%PDF-1.4\n${'#41'.repeat(3_400_000)}\n%%EOF`);
    const took = async () => {
      const began = performance.now();
      expect(await contentKind(bytes)).toBe('pdf');
      return performance.now() - began;
    };
    // Ten seconds before; a tenth of one where nobody else is at work. Asked again where the machine had stood still meanwhile.
    await expect.poll(took).toBeLessThan(3_000);
    expect(await contentKind(Buffer.from('%PDF-1.4\n<< /J#53 (a) >>\n%%EOF'))).toBe('active');
    expect(await contentKind(Buffer.from('%PDF-1.4\n<< /#4Cau#6ech 1 >>\n%%EOF'))).toBe('active');
  });

  it('who is both staff and owner reads no notes about themselves', async () => {
    await forget();
    const { agent } = support();
    const operator = await support().member('operator');
    const { id } = (await post(agent, 'support/tickets', asked)).body;
    expect((await post(operator, `admin/tickets/${id}/notes`, { text: 'Watch this one.' })).status).toBe(200);
    const shown = (await agent.call({ path: `admin/tickets/${id}` })).body.messages;
    expect(shown.map((each: { text: string }) => each.text)).toEqual([asked.text]);
  });

  it('who of the staff opened a file stands in the audit log', async () => {
    await forget();
    const { trader, agent, upload, query } = support();
    const { id: file } = (await upload(trader, Buffer.from('my passport'), 'id.txt')).body;
    const { id } = (await post(trader, 'support/tickets', { ...asked, attachments: [file] })).body;
    expect((await agent.call({ path: `admin/ticket-attachments/${file}` })).body).toBe('my passport');
    const entries = await query(
      "select object, actor_id as actor, subject_id as subject from audit_log where action = 'ticket_attachment_opened' order by number",
    );
    expect(entries.at(-1)).toEqual({ object: `ticket:${id}`, actor: agent.id, subject: trader.id });
  });

  it('the link in a mailbox that is somebody’s no more opens nothing', async () => {
    await forget();
    const { trader, agent, query, mailedToken } = support();
    const { id } = (await post(trader, 'support/tickets', asked)).body;
    await post(agent, `admin/tickets/${id}/replies`, { text: 'We are looking into it.' });
    const token = await mailedToken('trader@emporion.test');
    expect((await support().open('support/thread', { token })).status).toBe(200);
    await query("update users set email = 'moved@emporion.test' where id = $1", [trader.id]);
    for (const path of ['support/thread', 'support/thread/replies'])
      expect(
        (await support().open(path, { token, ...(path.endsWith('s') && { text: 'a' }) })).body.code,
      ).toBe('support_link_invalid');
    await query("update users set email = 'trader@emporion.test' where id = $1", [trader.id]);
  });

  it('a stranger has three mails a day sent to a mailbox, whatever stands behind its plus, and shuts nobody out of it', async () => {
    await forget();
    const before = async () =>
      Number(
        (
          await support().query("select count(*)::int as count from messages where recipient like 'victim%'")
        )[0]?.count,
      );
    expect(await before()).toBe(0);
    const codes = [];
    for (const tag of ['', '+a', '+b', '+c'])
      codes.push((await write({ email: `victim${tag}@example.org` })).body.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'tickets_too_many']);
    // From another network, as the owner would write.
    await support().query(
      "update attempt_counters set key = key || ' elsewhere' where scope <> 'support:visitor:mails'",
    );
    expect((await write()).status).toBe(200);
    expect(await before()).toBe(3);
  });

  it('what a person wrote as a visitor is erased with them', async () => {
    await forget();
    const { enrol, query, platform } = support();
    const person = await enrol('leaver');
    for (const email of ['Leaver@emporion.test', 'leaver+Tag@emporion.test', 'notleaver@emporion.test'])
      expect((await write({ email })).status).toBe(200);
    await platform.database.kysely
      .transaction()
      .execute((transaction) => erasePerson(transaction, platform, person.id));
    expect(
      await query("select visitor_email from support_tickets where lower(visitor_email) like '%leaver%'"),
    ).toEqual([{ visitor_email: 'notleaver@emporion.test' }]);
  });
}
