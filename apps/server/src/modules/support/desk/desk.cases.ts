import { DeskTicket, type TicketMacro } from '@emporion/contracts/rest';
import { describe, expect, it, vi } from 'vitest';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import type { SupportApp } from '../testing/support-app.ts';

const asked = { subject: 'Desk', category: 'technical', priority: 'low', text: 'Help' };

export function deskCases(support: () => SupportApp): void {
  const post = (by: Member, path: string, body: object = {}) => by.call({ method: 'POST', path, body });
  const open = async (change: object = {}) => {
    await support().query("delete from attempt_counters where scope like 'support:%'");
    return (await post(support().trader, 'support/tickets', { ...asked, ...change })).body.id as string;
  };
  const act = (id: string, step: string, body: object = {}) =>
    post(support().agent, `admin/tickets/${id}/${step}`, body);
  const list = async (query: string) =>
    (await support().agent.call({ path: `admin/tickets?${query}` })).body.results.map(
      (row: { id: string }) => row.id,
    );

  describe('the desk', () => {
    it('has the most urgent first and of those who waits longest, and leafs through all of them once', async () => {
      await support().query('delete from support_tickets');
      const [low, urgent, older] = [
        await open(),
        await open({ priority: 'urgent' }),
        await open({ priority: 'urgent' }),
      ];
      await support().query(
        "update support_tickets set waiting_since = waiting_since - interval '1 hour' where id = $1",
        [older],
      );
      const answered = await open({ priority: 'urgent' });
      await act(answered, 'replies', { text: 'Done' });
      expect(await list('')).toEqual([older, urgent, low, answered]);
      expect(await list('order=age')).toEqual([older, low, urgent, answered]);
      expect((await list('order=changed'))[0]).toBe(answered);
      for (const order of ['queue', 'age', 'changed']) {
        const seen: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const path = `admin/tickets?limit=1&order=${order}${cursor && `&cursor=${cursor}`}`;
          const { body } = await support().agent.call({ path });
          seen.push(...body.results.map((row: { id: string }) => row.id));
          cursor = body.next;
        }
        expect([seen.length, new Set(seen).size]).toEqual([4, 4]);
      }
      expect((await support().agent.call({ path: 'admin/tickets?cursor=wrong' })).status).toBe(422);
      expect(await list('state=waiting&priority=urgent')).toEqual([older, urgent]);
      expect(await list('state=pending&assignee=me')).toEqual([answered]);
      expect(await list('assignee=nobody&category=trading')).toEqual([]);
      expect(await list(`search=${encodeURIComponent('%')}`)).toEqual([]);
      expect(await list(`search=esk&user=${support().trader.id}`)).toHaveLength(4);
    });

    it('gives tickets to those who answer, escalates once, and writes all of it into the audit log but not what was said', async () => {
      const { agent, trader, query } = support();
      const id = await open();
      expect((await act(id, 'assignee', { assignee: trader.id })).body.code).toBe('account_not_found');
      expect((await act(id, 'assignee', { assignee: agent.id })).body.assignee.id).toBe(agent.id);
      expect((await act(id, 'triage', { category: 'account', priority: 'medium' })).body.category).toBe(
        'account',
      );
      const up = await act(id, 'escalation', { reason: 'Needs compliance' });
      expect(DeskTicket.parse(up.body)).toMatchObject({
        escalated: true,
        priority: 'high',
        state: 'open',
        assignee: null,
      });
      // Why, is in the thread for whoever takes it up; its owner sees neither that nor the step up.
      expect(up.body.messages.at(-1)).toMatchObject({ internal: true, text: 'Escalated: Needs compliance' });
      const owned = (await trader.call({ path: `support/tickets/${id}` })).body;
      expect([owned.priority, JSON.stringify(owned).includes('compliance')]).toEqual(['low', false]);
      expect((await act(id, 'escalation', { reason: 'Again' })).body.code).toBe('ticket_escalated');
      await act(id, 'notes', { text: 'Nobody may read this' });
      await act(id, 'replies', { text: 'Nor this' });
      await act(id, 'close');
      expect((await act(id, 'reopen')).body.state).toBe('in_progress');
      const log = await query(
        'select action, before::text, after::text from audit_log where object = $1 order by number',
        [`ticket:${id}`],
      );
      expect(log.map(({ action }) => action)).toEqual(
        ['assigned', 'triaged', 'escalated', 'noted', 'answered', 'closed', 'reopened'].map(
          (step) => `ticket_${step}`,
        ),
      );
      expect(JSON.stringify(log)).not.toMatch(/this/);
    });

    it('tells the owner what they see of it, and neither how urgent it is taken to be nor who has it', async () => {
      const { agent, trader, app } = support();
      const operator = await support().member('compliance');
      const id = await open();
      await act(id, 'assignee', { assignee: agent.id });
      const { changed } = (await trader.call({ path: `support/tickets/${id}` })).body;
      const told: unknown[] = [];
      const toUser = vi
        .spyOn(app.realtime, 'sendToUser')
        .mockImplementation((userId, _channel, message) => void told.push([userId, message]));
      let desk = 0;
      const toStaff = vi.spyOn(app.realtime, 'sendToStaff').mockImplementation(() => {
        desk += 1;
      });
      await act(id, 'triage', { category: 'technical', priority: 'urgent' });
      await act(id, 'assignee', { assignee: operator.id });
      await act(id, 'assignee', { assignee: agent.id });
      await vi.waitFor(() => expect(desk).toBe(3));
      expect(told).toEqual([]);
      expect((await trader.call({ path: `support/tickets/${id}` })).body.changed).toBe(changed);
      await act(id, 'triage', { category: 'account', priority: 'urgent' });
      await vi.waitFor(() => expect(desk).toBe(4));
      expect(told).toEqual([[trader.id, { kind: 'ticket', id }]]);
      toUser.mockRestore();
      toStaff.mockRestore();
    });

    it('counts the wait of an escalated ticket from when its owner wrote', async () => {
      const id = await open();
      await support().query(
        "update support_messages set created_at = created_at - interval '2 hours' where ticket_id = $1",
        [id],
      );
      expect((await act(id, 'replies', { text: 'We are looking' })).body.waiting_since).toBeNull();
      const { waiting_since, created } = (await act(id, 'escalation', { reason: 'Stuck' })).body;
      expect(Date.parse(created) - Date.parse(waiting_since)).toBe(7_200_000);
    });

    it.each([
      ['to staff', 'admin/tickets', () => support().agent, 'open'],
      ['to its owner', 'support/tickets', () => support().trader, 'open'],
    ] as const)(
      'shows a ticket %s as of one moment, also while it is answered',
      async (_whom, at, by, state) => {
        const id = await open();
        const { body } = await commitMeanwhile(support().test.database, {
          lock: 'lock table support_attachments in access exclusive mode',
          call: () => by().call({ path: `${at}/${id}` }),
          change: async (other) => {
            await other.query(
              "update support_tickets set state = 'resolved', waiting_since = null where id = $1",
              [id],
            );
            await other.query(
              "insert into support_messages (ticket_id, author, author_id, text, created_at) values ($1, 'staff', $2, 'Done', now())",
              [id, support().agent.id],
            );
          },
        });
        expect(body).toMatchObject({ state, messages: [{ author: 'user' }] });
      },
    );

    it('shows what helps beside the thread, masked for who may not see who people are', async () => {
      const id = await open();
      const read = async (name: string) => {
        const member = name === 'support' ? support().agent : await support().member(name);
        return (await member.call({ path: `admin/tickets/${id}` })).body.owner;
      };
      expect(await read('support')).toMatchObject({
        name: 'T••• T•••',
        email: 't***@emporion.test',
        status: 'active',
      });
      expect(await read('compliance')).toMatchObject({ name: 'Theo Trader', email: 'trader@emporion.test' });
    });

    it('is closed to who has not its capabilities, and nobody answers themselves', async () => {
      const id = await open();
      const { trader, agent } = support();
      expect((await trader.call({ path: 'admin/tickets' })).status).toBe(404);
      const mine = (await post(agent, 'support/tickets', asked)).body.id;
      expect((await act(mine, 'replies', { text: 'Hello me' })).body.code).toBe('own_account');
      const operator = await support().member('operator');
      expect((await operator.call({ path: `admin/tickets/${id}` })).status).toBe(200);
      expect((await post(operator, 'admin/ticket-macros', { title: 'a', texts: { en: 'b' } })).status).toBe(
        404,
      );
    });

    it('keeps answers that are given often in six languages, and notices who changed one meanwhile', async () => {
      const { agent } = support();
      const { results } = (await agent.call({ path: 'admin/ticket-macros' })).body;
      for (const { texts } of results as TicketMacro[])
        expect(Object.keys(texts).sort()).toEqual(['en', 'es', 'fr', 'it', 'pt', 'ru']);
      const added = (await post(agent, 'admin/ticket-macros', { title: 'Hours', texts: { en: 'Always' } }))
        .body;
      const change = (version: number) =>
        agent.call({
          method: 'PUT',
          path: `admin/ticket-macros/${added.id}`,
          body: { title: 'Hours', texts: { en: 'Always.' }, version },
        });
      expect((await change(added.version)).body.texts.en).toBe('Always.');
      expect((await change(added.version)).body.code).toBe('changed_meanwhile');
      expect((await agent.call({ method: 'DELETE', path: `admin/ticket-macros/${added.id}` })).status).toBe(
        200,
      );
      expect((await agent.call({ method: 'DELETE', path: `admin/ticket-macros/${added.id}` })).status).toBe(
        404,
      );
    });

    it('gives its list away as a file with a reason and a fresh code, without what was written', async () => {
      const { agent } = support();
      await open({ subject: 'Very private' });
      const confirmation = await agent.freshCode();
      const { status, body } = await post(agent, 'admin/tickets/export?category=technical', {
        reason: 'weekly',
        confirmation,
      });
      expect(status).toBe(200);
      expect(String(body).split('\n')[0]).toContain('number,created (UTC),changed');
      expect(body).not.toContain('Very private');
    });

    it('answers with files of its own', async () => {
      const { agent, upload } = support();
      const id = await open();
      const { body: file } = await upload(agent, Buffer.from('how to'), 'guide.txt', 'admin/ticket-uploads');
      const { body } = await act(id, 'replies', { text: 'See the file', attachments: [file.id] });
      expect(body.messages.at(-1).attachments).toMatchObject([{ name: 'guide.txt' }]);
      expect((await support().trader.call({ path: `support/attachments/${file.id}` })).body).toBe('how to');
      expect((await agent.call({ path: `admin/ticket-attachments/${file.id}` })).status).toBe(200);
    });
  });
}
