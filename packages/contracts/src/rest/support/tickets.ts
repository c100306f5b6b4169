import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { captcha, email, personName, required, secretToken } from '#rest/identity/fields.ts';
import { count, queryInteger } from '#rest/numbers.ts';
import { oneLine } from '#rest/text.ts';
import {
  Attachment,
  aboutKinds,
  attachmentParams,
  attachments,
  category,
  listedTicket,
  messageClientId,
  messageText,
  priority,
  subject,
  TicketAbout,
  ticketParams,
  ticketState,
  ticketStates,
} from './fields.ts';

const own = { access: 'user', tag: 'support' } as const;
const open = { access: 'open', tag: 'support' } as const;

export const ListedTicket = named('ListedTicket', z.object(listedTicket));
export type ListedTicket = z.infer<typeof ListedTicket>;

export const TicketMessage = named(
  'TicketMessage',
  z.object({
    id: z.string(),
    author: z.enum(['user', 'staff']),
    text: z.string(),
    time: moment,
    attachments: z.array(Attachment),
  }),
);

export const Ticket = named(
  'Ticket',
  z.object({
    ...listedTicket,
    about: z.nullable(TicketAbout),
    follows: described(z.nullable(z.string()), 'The id of the closed ticket that this one goes on from.'),
    reopenable: described(z.boolean(), 'Resolved, or closed a short while ago: it can go on.'),
    messages: described(z.array(TicketMessage), 'The oldest first.'),
  }),
);
export type Ticket = z.infer<typeof Ticket>;

/** What a link of a mail shows: what was said, and nothing of whom or about what. */
export const TicketThread = named(
  'TicketThread',
  z.object({
    number: listedTicket.number,
    subject: z.string(),
    state: ticketState,
    changed: moment,
    expires: described(moment, 'Until when the link counts.'),
    messages: z.array(
      z.object({
        ...{ id: z.string(), author: z.enum(['user', 'staff']), text: z.string(), time: moment },
        files: described(count, 'How many are attached; which, is shown after logging in.'),
      }),
    ),
  }),
);
export type TicketThread = z.infer<typeof TicketThread>;

const attachmentErrors = ['attachments_too_many', 'attachment_not_found'] as const;
const linkErrors = ['support_link_invalid', 'ticket_not_found'] as const;

export const ticketEndpoints = {
  list: defineEndpoint({
    ...own,
    method: 'GET',
    path: 'support/tickets',
    summary: "List one's own tickets, those first where something happened last",
    query: z.strictObject({
      limit: z.prefault(queryInteger({ min: 1, max: 100 }), 20),
      cursor: z.optional(z.string().check(z.maxLength(80))),
      state: z.optional(z.enum(ticketStates)),
    }),
    response: z.object({
      results: z.array(ListedTicket),
      next: described(z.nullable(z.string()), 'The cursor of the next page. Null: this is the last.'),
    }),
  }),
  open: defineEndpoint({
    ...own,
    method: 'POST',
    path: 'support/tickets',
    summary: 'Open a ticket',
    duringMaintenance: true,
    body: z.strictObject({
      subject,
      category,
      priority,
      text: messageText,
      attachments,
      client_id: messageClientId,
      about: described(
        z.optional(
          z.strictObject({
            kind: z.enum(aboutKinds),
            id: z.string().check(required, z.maxLength(80), oneLine),
          }),
        ),
        'What it is about: an order or withdrawal of one’s own, or the code of a refusal.',
      ),
    }),
    response: Ticket,
    errors: [
      'tickets_too_many',
      'not_found',
      'service_unavailable',
      'client_id_reused',
      'ticket_not_found',
      ...attachmentErrors,
    ],
  }),
  read: defineEndpoint({
    ...own,
    method: 'GET',
    path: 'support/tickets/:id',
    summary: "Read one's own ticket with everything that was written",
    params: ticketParams,
    response: Ticket,
    errors: ['ticket_not_found'],
  }),
  reply: defineEndpoint({
    ...own,
    method: 'POST',
    path: 'support/tickets/:id/replies',
    summary:
      'Write in a ticket. A resolved or lately closed one is open again; for one that was closed long ago a new one is opened and answered with',
    duringMaintenance: true,
    params: ticketParams,
    body: z.strictObject({ text: messageText, attachments, client_id: messageClientId }),
    response: Ticket,
    errors: [
      'ticket_not_found',
      'replies_too_many',
      'tickets_too_many',
      'client_id_reused',
      ...attachmentErrors,
    ],
  }),
  close: defineEndpoint({
    ...own,
    method: 'POST',
    path: 'support/tickets/:id/close',
    summary: 'Close a ticket',
    duringMaintenance: true,
    params: ticketParams,
    response: Ticket,
    errors: ['ticket_not_found', 'ticket_closed'],
  }),
  reopen: defineEndpoint({
    ...own,
    method: 'POST',
    path: 'support/tickets/:id/reopen',
    summary: 'Reopen a ticket that is resolved or was closed lately',
    duringMaintenance: true,
    params: ticketParams,
    response: Ticket,
    errors: ['ticket_not_found', 'ticket_not_reopenable'],
  }),
  upload: defineEndpoint({
    ...own,
    method: 'POST',
    path: 'support/uploads',
    summary:
      'Upload a file for a ticket: the bytes as they are, as application/octet-stream. Pictures are drawn anew; what it is, its content says and not its name',
    duringMaintenance: true,
    query: z.strictObject({ name: z.string().check(z.trim(), required, z.maxLength(120), oneLine) }),
    response: Attachment,
    errors: [
      'payload_too_large',
      'attachment_kind_refused',
      'attachment_empty',
      'attachment_active',
      'attachment_unreadable',
      'attachment_infected',
      'attachment_not_scanned',
      'uploads_too_many',
      'attachments_full',
      'attachment_pixels_too_many',
      'upload_running',
      'service_unavailable',
      'request_timeout',
    ],
  }),
  attachment: defineEndpoint({
    ...own,
    method: 'GET',
    path: 'support/attachments/:id',
    summary: "Download an attachment of one's own ticket",
    params: attachmentParams,
    response: described(z.string(), 'The file.'),
    errors: ['attachment_not_found'],
  }),
} as const;

/** Without a login: a visitor's ticket, and any thread by the link of a mail. */
export const threadEndpoints = {
  open: defineEndpoint({
    ...open,
    method: 'POST',
    path: 'support/visitor-tickets',
    summary: 'Open a ticket without an account; a link to its thread comes by mail',
    body: z.strictObject({
      email,
      name: z.optional(personName),
      subject,
      category,
      text: messageText,
      captcha,
    }),
    response: z.object({ number: listedTicket.number }),
    errors: ['wrong_captcha', 'tickets_too_many', 'email_invalid'],
  }),
  read: defineEndpoint({
    ...open,
    method: 'POST',
    path: 'support/thread',
    summary: 'Read a thread by the link of a mail: without attachments, and without anything about its owner',
    body: z.strictObject({ token: secretToken }),
    response: TicketThread,
    errors: linkErrors,
  }),
  reply: defineEndpoint({
    ...open,
    method: 'POST',
    path: 'support/thread/replies',
    summary: 'Write in a thread by the link of a mail',
    body: z.strictObject({ token: secretToken, text: messageText, client_id: messageClientId }),
    response: TicketThread,
    errors: ['replies_too_many', 'ticket_not_reopenable', 'client_id_reused', ...linkErrors],
  }),
} as const;
