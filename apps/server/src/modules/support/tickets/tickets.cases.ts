import { attachmentsMax, Ticket, TicketThread } from '@emporion/contracts/rest';
import type { ServerMessage } from '@emporion/contracts/sockets';
import { describe, expect, it } from 'vitest';
import type { JobRun } from '#platform/jobs/jobs.ts';
import { connectClient } from '#realtime/testing/client.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import type { SupportApp } from '../testing/support-app.ts';
import { tidyTickets } from './tidy.ts';

const asked = {
  ...{ subject: 'Where is my deposit?', category: 'financial', priority: 'medium' },
  text: 'It left yesterday.',
};
const secret = 'He called twice already.';

export function ticketCases(support: () => SupportApp): void {
  const post = (by: Member, path: string, body: object = {}) => by.call({ method: 'POST', path, body });
  const forget = () => support().query("delete from attempt_counters where scope like 'support:%'");
  const open = async (change: object = {}, by = support().trader) => {
    await forget();
    return Ticket.parse((await post(by, 'support/tickets', { ...asked, ...change })).body);
  };
  const own = (id: string, step: string, body: object = {}) =>
    post(support().trader, `support/tickets/${id}/${step}`, body);
  const answer = (id: string, change: object = {}) =>
    post(support().agent, `admin/tickets/${id}/replies`, { text: 'We are looking into it.', ...change });
  const age = (id: string, days: number) =>
    support().query(
      `update support_tickets set closed_at = closed_at - $2::interval, changed_at = changed_at - $2::interval where id = $1`,
      [id, `${days} days`],
    );

  describe('a ticket', () => {
    it('goes from open over our answer and its owner’s to its end, and on again', async () => {
      const { agent } = support();
      const { id, state, number, messages } = await open();
      expect([state, messages.length]).toEqual(['open', 1]);
      expect(number).toBeGreaterThan(1_000);
      const taken = await post(agent, `admin/tickets/${id}/assignee`, { assignee: agent.id });
      expect(taken.body.state).toBe('in_progress');
      expect((await answer(id)).body).toMatchObject({ state: 'pending', waiting_since: null });
      expect((await own(id, 'replies', { text: 'Thanks' })).body.state).toBe('in_progress');
      expect((await answer(id, { resolved: true })).body.state).toBe('resolved');
      expect((await own(id, 'reopen')).body.state).toBe('in_progress');
      expect((await own(id, 'reopen')).body.code).toBe('ticket_not_reopenable');
      expect((await own(id, 'close')).body.state).toBe('closed');
      expect((await own(id, 'close')).body.code).toBe('ticket_closed');
      expect((await answer(id)).body.code).toBe('ticket_closed');
      expect((await own(id, 'replies', { text: 'One more thing' })).body.state).toBe('in_progress');
    });

    it('that was closed long ago is followed by a new one, and cannot be reopened', async () => {
      const { id } = await open();
      await own(id, 'close');
      await age(id, 15);
      expect((await own(id, 'reopen')).body.code).toBe('ticket_not_reopenable');
      const followed = Ticket.parse((await own(id, 'replies', { text: 'And again' })).body);
      expect(followed).toMatchObject({ state: 'open', follows: id, subject: asked.subject });
      expect(followed.id).not.toBe(id);
    });

    it('is not there for anybody else, whatever they try', async () => {
      const { other } = support();
      const { id } = await open();
      expect((await other.call({ path: `support/tickets/${id}` })).status).toBe(404);
      for (const step of ['replies', 'close', 'reopen'])
        expect(
          (await post(other, `support/tickets/${id}/${step}`, step === 'replies' ? { text: 'a' } : {}))
            .status,
        ).toBe(404);
      expect((await other.call({ path: 'support/tickets' })).body.results).toEqual([]);
      expect((await other.call({ path: `admin/tickets/${id}` })).status).toBe(404);
    });

    it('takes steps that there are and no others, whoever writes to the table', async () => {
      const { id } = await open();
      const { query } = support();
      await query(
        "update support_tickets set state = 'closed', closed_at = now(), waiting_since = null where id = $1",
        [id],
      );
      await expect(
        query("update support_tickets set state = 'resolved', closed_at = null where id = $1", [id]),
      ).rejects.toThrow('does not change so');
      await expect(query('update support_tickets set user_id = null where id = $1', [id])).rejects.toThrow();
    });

    it('is one of ten in a day, and what is wrong with one is said by name', async () => {
      const { trader } = support();
      await forget();
      const codes: (string | undefined)[] = [];
      for (let count = 0; count < 11; count += 1)
        codes.push((await post(trader, 'support/tickets', asked)).body.code);
      expect(codes).toEqual([...Array.from({ length: 10 }, () => undefined), 'tickets_too_many']);
      const wrong = await post(trader, 'support/tickets', {
        ...asked,
        subject: ' ',
        category: 'love',
        text: 'a\u0000',
      });
      expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
        422,
        ['category', 'subject', 'text'],
      ]);
    });

    it('carries what it is about, if that is its owner’s', async () => {
      const { trader, other, fund, query } = support();
      await forget();
      await fund(trader, 'USDT', 1_000_000_000n);
      const order = { pair: 'BTC-USDT', operation: 'buy', quantity: '0.001', price: '20000' };
      const placed = await post(trader, 'orders', order);
      const about = { kind: 'order', id: String(placed.body.id) };
      const { about: carried } = await open({ about });
      expect(carried).toMatchObject({
        ...about,
        facts: { pair: 'BTC-USDT', operation: 'buy', status: 'open' },
      });
      expect((await post(other, 'support/tickets', { ...asked, about })).status).toBe(404);
      const [coin] = await query('select coin, blockchain from coin_blockchains limit 1');
      const [row] = await query(
        `insert into withdrawals (user_id, client_id, coin, network, address, amount, fee, status, books, from_address, from_device)
         values ($1, 'about', $2, $3, 'somewhere', 5, 1, 'rejected', 'none', '', '') returning id`,
        [trader.id, coin?.coin, coin?.blockchain],
      );
      const withdrawal = { kind: 'withdrawal', id: row?.id };
      expect((await open({ about: withdrawal })).about).toMatchObject({
        facts: { amount: '5', status: 'rejected', reason: 'rejected' },
      });
      expect((await post(other, 'support/tickets', { ...asked, about: withdrawal })).status).toBe(404);
      expect((await open({ about: { kind: 'refusal', id: 'order_small_quantity' } })).about?.id).toBe(
        'order_small_quantity',
      );
      for (const wrong of [
        { kind: 'refusal', id: 'no_such_code' },
        { kind: 'withdrawal', id: 'x' },
        { kind: 'order', id: '9' },
      ])
        expect((await post(trader, 'support/tickets', { ...asked, about: wrong })).status).toBe(404);
    });

    it('is opened once and has each message once, however often they are sent', async () => {
      const { trader, agent, query, mailedToken } = support();
      await forget();
      const body = { ...asked, client_id: 'open-1' };
      const [first, second] = await Promise.all([
        post(trader, 'support/tickets', body),
        post(trader, 'support/tickets', body),
      ]);
      const { id } = first.body;
      expect(second.body.id).toBe(id);
      const reply = { text: 'Thanks', client_id: 'reply-1' };
      await Promise.all([own(id, 'replies', reply), own(id, 'replies', reply)]);
      const other = await own(id, 'replies', { text: 'Other words', client_id: 'reply-1' });
      expect([other.status, other.body.code]).toEqual([409, 'client_id_reused']);
      const said = { client_id: 'answer-1' };
      expect((await answer(id, said)).status).toBe(200);
      expect((await answer(id, said)).body.state).toBe('pending');
      expect((await answer(id, { ...said, resolved: true })).body.state).toBe('resolved');
      for (let count = 0; count < 2; count += 1)
        await post(agent, `admin/tickets/${id}/notes`, { text: secret, client_id: 'note-1' });
      const token = await mailedToken('trader@emporion.test');
      for (let count = 0; count < 2; count += 1)
        await support().open('support/thread/replies', { token, text: 'By mail', client_id: 'reply-1' });
      const { messages } = (await agent.call({ path: `admin/tickets/${id}` })).body;
      expect(messages.map(({ text }: { text: string }) => text)).toEqual([
        ...[asked.text, 'Thanks', 'We are looking into it.', secret, 'By mail'],
      ]);
      expect(await query('select action from audit_log where object = $1', [`ticket:${id}`])).toHaveLength(3);
      // Of one that was closed long ago, the ticket that follows is opened once.
      await own(id, 'close');
      await age(id, 15);
      const follow = { text: 'And again', client_id: 'reply-2' };
      const followed = (await own(id, 'replies', follow)).body;
      expect((await own(id, 'replies', follow)).body.id).toBe(followed.id);
    });

    it('has up to six files of its owner’s, each in one message', async () => {
      const { trader, other, upload } = support();
      const ids: string[] = [];
      for (let count = 0; count <= attachmentsMax; count += 1)
        ids.push((await upload(trader, Buffer.from(`line ${count}`), 'log.txt')).body.id);
      const many = await post(trader, 'support/tickets', { ...asked, attachments: ids });
      expect([many.status, many.body.fields.attachments]).toEqual([422, expect.stringContaining('6')]);
      const six = ids.slice(0, attachmentsMax);
      const { id, messages } = await open({ attachments: six });
      expect(messages[0]?.attachments.map((each) => each.id)).toEqual(six);
      expect((await own(id, 'replies', { text: 'again', attachments: [six[0]] })).status).toBe(404);
      expect((await post(other, 'support/tickets', { ...asked, attachments: ids.slice(-1) })).status).toBe(
        404,
      );
    });

    it('that is resolved closes by itself after a week, and its owner is told', async () => {
      const { platform, trader } = support();
      const { id } = await open();
      await answer(id, { resolved: true });
      await tidyTickets(undefined, { platform } as JobRun);
      expect((await trader.call({ path: `support/tickets/${id}` })).body.state).toBe('resolved');
      await age(id, 8);
      await tidyTickets(undefined, { platform } as JobRun);
      expect((await trader.call({ path: `support/tickets/${id}` })).body.state).toBe('closed');
      const { results } = (await trader.call({ path: 'user_notifications' })).body;
      expect(results[0].title).toBe('Ticket closed');
    });

    it('loses its files half a year after it was closed, and says where they were', async () => {
      const { platform, trader, agent, upload, query } = support();
      const { id: file } = (await upload(trader, Buffer.from('a log'), 'log.txt')).body;
      const { id } = await open({ attachments: [file] });
      const shown = async (by: Member, path: string) =>
        (await by.call({ path: `${path}/${id}` })).body.messages[0].attachments;
      await own(id, 'close');
      await age(id, 179);
      await tidyTickets(undefined, { platform } as JobRun);
      expect(await shown(trader, 'support/tickets')).toMatchObject([{ name: 'log.txt', removed: false }]);
      await age(id, 2);
      await tidyTickets(undefined, { platform } as JobRun);
      expect(await shown(trader, 'support/tickets')).toMatchObject([{ name: 'log.txt', removed: true }]);
      expect(await shown(agent, 'admin/tickets')).toMatchObject([{ name: 'log.txt', removed: true }]);
      expect((await trader.call({ path: `support/attachments/${file}` })).body.code).toBe(
        'attachment_not_found',
      );
      expect(
        await query('select octet_length(sealed) as left from support_attachments where id = $1', [file]),
      ).toEqual([{ left: 0 }]);
    });

    it('is in the export of its owner’s data, with what was said and the names of files, and no notes', async () => {
      const { trader, upload, agent } = support();
      const { id: file } = (await upload(trader, Buffer.from('a log'), 'mine.txt')).body;
      const { id, number } = await open({ attachments: [file] });
      await answer(id);
      await post(agent, `admin/tickets/${id}/notes`, { text: secret });
      const { tickets, notifications } = (await trader.call({ path: 'settings/export' })).body;
      expect(tickets[0]).toMatchObject({
        ...{ number, subject: asked.subject },
        messages: [
          { author: 'user', text: asked.text, attachments: [{ name: 'mine.txt' }] },
          { author: 'staff', text: 'We are looking into it.' },
        ],
      });
      expect(JSON.stringify(tickets)).not.toContain(secret);
      expect(notifications).toContainEqual(
        expect.objectContaining({ kind: 'ticket', text: expect.stringContaining(`#${number}`) }),
      );
    });

    it('is erased with its owner, files and all', async () => {
      const { query, other, upload, platform } = support();
      await forget();
      const { id: file } = (await upload(other, Buffer.from('mine'), 'a.txt')).body;
      const { body } = await post(other, 'support/tickets', { ...asked, attachments: [file] });
      const { erasePerson } = await import('#modules/identity/index.ts');
      await platform.database.kysely
        .transaction()
        .execute((transaction) => erasePerson(transaction, platform, other.id));
      const left = await query(
        'select 1 from support_tickets where id = $1 union all select 1 from support_attachments where id = $2',
        [body.id, file],
      );
      expect(left).toEqual([]);
    });
  });

  describe('an answer', () => {
    it('is seen at once by its owner and by the desk, told in the list, and mailed in their language; a note is none of it', async () => {
      const { app, trader, agent, query, mailedToken } = support();
      await query("update users set language = 'es' where id = $1", [trader.id]);
      const { id } = await open();
      const origin = app.listeningOrigin.replace('http', 'ws');
      const clients = await Promise.all(
        [trader, agent].map(async ({ access }) => {
          const client = await connectClient(`${origin}/wsapi/v1/trading`);
          client.send({ token: access });
          await client.next();
          return client;
        }),
      );
      const heard = async (index: number) => {
        for (;;) {
          const message = (await clients[index]?.next()) as ServerMessage;
          if (message.kind === 'ticket') return message.id;
        }
      };
      await post(agent, `admin/tickets/${id}/notes`, { text: secret });
      expect(await heard(1)).toBe(id);
      await answer(id);
      expect([await heard(1), await heard(0)]).toEqual([id, id]);
      for (const { socket } of clients) socket.terminate();
      const [mail] = await query(
        'select subject, text, html, language from messages order by sequence desc limit 1',
      );
      expect(mail).toMatchObject({
        language: 'es',
        subject: expect.stringContaining('Soporte ha respondido'),
      });
      expect(`${mail?.text}${mail?.html}`).not.toContain(asked.subject);
      const { results } = (await trader.call({ path: 'user_notifications' })).body;
      expect(results[0].text).toContain(asked.subject);
      await query("update users set language = 'en' where id = $1", [trader.id]);

      const thread = await support().open('support/thread', {
        token: await mailedToken('trader@emporion.test'),
      });
      const seen = [
        ...[(await trader.call({ path: `support/tickets/${id}` })).body, thread.body],
        ...[(await own(id, 'replies', { text: 'ok' })).body, mail, results],
      ];
      expect(JSON.stringify(seen)).not.toContain(secret);
      expect(
        (await agent.call({ path: `admin/tickets/${id}` })).body.messages.map(
          (each: { text: string }) => each.text,
        ),
      ).toContain(secret);
    });

    it('has a link that opens the thread without a login, without files and facts, until it expires', async () => {
      const { trader, query, mailedToken, upload } = support();
      const { id: file } = (await upload(trader, Buffer.from('a log'), 'private.txt')).body;
      const { id, number } = await open({ attachments: [file] });
      await answer(id);
      const token = await mailedToken('trader@emporion.test');
      const read = await support().open('support/thread', { token });
      expect(TicketThread.parse(read.body)).toMatchObject({ number, state: 'pending' });
      expect(read.body.messages).toMatchObject([{ files: 1 }, { files: 0 }]);
      for (const hidden of ['private.txt', trader.id, 'trader@', 'Theo', 'attachments', id])
        expect(JSON.stringify(read.body)).not.toContain(hidden);
      const written = await support().open('support/thread/replies', { token, text: 'By the link' });
      expect(written.body).toMatchObject({ state: 'in_progress' });
      const { messages } = (await support().agent.call({ path: `admin/tickets/${id}` })).body;
      expect(messages.at(-1)).toMatchObject({ by_link: true, author: 'user' });
      expect(await query('select 1 from support_links where hash = $1', [Buffer.from(token)])).toEqual([]);
      await query("update support_links set expires_at = now() - interval '1 second'");
      for (const path of ['support/thread', 'support/thread/replies'])
        expect(
          (await support().open(path, { token, ...(path.endsWith('s') && { text: 'a' }) })).body.code,
        ).toBe('support_link_invalid');
      expect((await support().open('support/thread', { token: 'guess' })).status).toBe(404);
    });
  });

  describe('a visitor', () => {
    const letter = {
      email: 'visitor@example.org',
      name: 'Vera',
      subject: 'Hello',
      category: 'general',
      text: 'A question',
    };
    const write = async (change: object = {}, language?: string) =>
      support().open(
        'support/visitor-tickets',
        { ...letter, captcha: await support().solved(), ...change },
        language,
      );

    it('writes with a solved puzzle, and follows the thread by the link of a mail in their language', async () => {
      await forget();
      const { status, body } = await write({}, 'fr');
      expect([status, Object.keys(body)]).toEqual([200, ['number']]);
      const [mail] = await support().query(
        "select subject, text from messages where recipient = 'visitor@example.org'",
      );
      expect(mail?.subject).toContain('Nous avons reçu votre message');
      expect(mail?.text).not.toContain('A question');
      const token = await support().mailedToken('visitor@example.org');
      const { results } = (await support().agent.call({ path: `admin/tickets?search=${body.number}` })).body;
      expect(results[0]).toMatchObject({ user: null, subject: 'Hello' });
      const desk = (await support().agent.call({ path: `admin/tickets/${results[0].id}` })).body;
      expect(desk.owner).toMatchObject({ id: null, email: 'v***@example.org', name: 'V•••', language: 'fr' });
      await answer(results[0].id, { text: 'Welcome' });
      const read = await support().open('support/thread', { token });
      expect(read.body.messages.map((each: { text: string }) => each.text)).toEqual([
        'A question',
        'Welcome',
      ]);
    });

    it('is forgotten with everything a year after the last word, unless they wait for us', async () => {
      const { query, platform, agent, upload } = support();
      await forget();
      const [answered, waiting] = [(await write()).body.number, (await write()).body.number];
      const [{ id }] = (await query('select id from support_tickets where number = $1', [answered])) as [
        { id: string },
      ];
      const { id: file } = (await upload(agent, Buffer.from('Read this'), 'a.txt', 'admin/ticket-uploads'))
        .body;
      await answer(id, { text: 'Welcome', attachments: [file] });
      const left = async () =>
        (
          await query('select number::int from support_tickets where number = any ($1)', [
            [answered, waiting],
          ])
        ).map(({ number }) => number);
      const aged = async (days: number) => {
        await query('update support_tickets set changed_at = now() - $1::interval where user_id is null', [
          `${days} days`,
        ]);
        await tidyTickets(undefined, { platform } as JobRun);
      };
      await aged(364);
      expect(await left()).toEqual(expect.arrayContaining([answered, waiting]));
      await aged(366);
      expect(await left()).toEqual([waiting]);
      expect(await query('select from support_attachments where id = $1', [file])).toEqual([]);
    });

    it('is refused without a puzzle, with a used one, and after the third ticket of a day', async () => {
      await forget();
      expect((await write({ captcha: undefined })).body.code).toBe('wrong_captcha');
      const captcha = await support().solved();
      expect((await write({ captcha })).status).toBe(200);
      expect((await write({ captcha })).body.code).toBe('wrong_captcha');
      expect((await write({ email: 'VISITOR@example.org' })).status).toBe(200);
      expect((await write()).status).toBe(200);
      expect((await write()).body.code).toBe('tickets_too_many');
      for (let count = 0; count < 7; count += 1) await write({ email: `v${count}@example.org` });
      expect((await write({ email: 'new@example.org' })).body.code).toBe('tickets_too_many');
    });
  });
}
