import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { kycStatuses } from '#rest/kyc-states.ts';
import { languages } from '#rest/languages.ts';
import { count } from '#rest/numbers.ts';
import {
  Attachment,
  attachments,
  category,
  listedTicket,
  messageClientId,
  messageText,
  priority,
  TicketAbout,
  ticketCategories,
  ticketParams,
  ticketPriorities,
  ticketStates,
} from '#rest/support/fields.ts';
import { ticketEndpoints } from '#rest/support/tickets.ts';
import { oneLine, severalLines } from '#rest/text.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';
import { userStatuses } from './users.ts';

const member = z.object({ id: uuid(), username: z.string() });

const filter = {
  state: described(
    z.optional(z.enum([...ticketStates, 'waiting'])),
    'waiting: those whose owner waits for us.',
  ),
  category: z.optional(z.enum(ticketCategories)),
  priority: z.optional(z.enum(ticketPriorities)),
  assignee: described(
    z.optional(z.union([z.enum(['me', 'nobody']), uuid()])),
    'me: of whoever asks; nobody: those that nobody has taken.',
  ),
  escalated: z.optional(
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text) => text === 'true'),
    ),
  ),
  user: z.optional(uuid()),
  search: described(
    z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(120))),
    'A number, or words of the subject.',
  ),
  order: described(
    z.prefault(z.enum(['queue', 'age', 'changed']), 'queue'),
    'queue: by priority, then who waits longest; age: who waits longest; changed: the latest first.',
  ),
};

const listed = {
  ...listedTicket,
  waiting_since: described(z.nullable(moment), 'Null: its owner does not wait for us.'),
  escalated: z.boolean(),
  assignee: z.nullable(member),
  user: described(z.nullable(member), 'Null: a visitor.'),
};

export const DeskListedTicket = named('DeskListedTicket', z.object(listed));
export type DeskListedTicket = z.infer<typeof DeskListedTicket>;

/** What helps to answer, without telling more than staff need: masked for whoever may not see who people are. */
export const TicketOwner = named(
  'TicketOwner',
  z.object({
    id: described(z.nullable(uuid()), 'Null: a visitor.'),
    name: z.string(),
    email: z.string(),
    language: z.enum(languages),
    country: z.nullable(z.string()),
    status: z.nullable(z.enum(userStatuses)),
    kyc_status: z.nullable(z.enum(kycStatuses)),
    second_factor: z.nullable(z.boolean()),
    trading_enabled: z.nullable(z.boolean()),
    withdrawal_enabled: z.nullable(z.boolean()),
    payouts_frozen_until: z.nullable(moment),
    frozen_by_owner: z.nullable(z.boolean()),
    flagged: z.nullable(z.boolean()),
    registered: z.nullable(moment),
    last_login: z.nullable(moment),
    tickets: described(count, 'All of theirs.'),
    open_tickets: count,
  }),
);

export const DeskMessage = named(
  'DeskMessage',
  z.object({
    id: z.string(),
    author: z.enum(['user', 'staff']),
    member: described(z.nullable(member), 'Of staff: who wrote it.'),
    internal: described(z.boolean(), 'True: a note that only staff see.'),
    by_link: described(z.boolean(), 'True: through the link of a mail, without a login.'),
    text: z.string(),
    time: moment,
    attachments: z.array(Attachment),
  }),
);

export const DeskTicket = named(
  'DeskTicket',
  z.object({
    ...listed,
    about: z.nullable(TicketAbout),
    follows: z.nullable(z.string()),
    owner: TicketOwner,
    messages: z.array(DeskMessage),
  }),
);
export type DeskTicket = z.infer<typeof DeskTicket>;

const optionalText = z.optional(messageText);
export const TicketMacro = named(
  'TicketMacro',
  z.object({
    id: z.string(),
    title: z.string(),
    version: count,
    texts: z.object({
      ...{ en: messageText, es: optionalText, ru: optionalText },
      ...{ pt: optionalText, fr: optionalText, it: optionalText },
    }),
  }),
);
export type TicketMacro = z.infer<typeof TicketMacro>;

const macroWritten = {
  title: z.string().check(z.trim(), required, z.maxLength(80), oneLine),
  texts: z.strictObject({
    ...{ en: messageText, es: optionalText, ru: optionalText },
    ...{ pt: optionalText, fr: optionalText, it: optionalText },
  }),
};
const macroParams = z.object({
  id: z.string().check(z.regex(/^[0-9]{1,18}$/, { error: 'macro_not_found' })),
});

const change = { ...desk, method: 'POST', params: ticketParams, response: DeskTicket } as const;
const changeErrors = ['ticket_not_found', 'own_account'] as const;

export const ticketDeskEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'tickets.view',
    method: 'GET',
    path: 'admin/tickets',
    summary: 'List tickets: the queue',
    query: z.extend(keysetQuery(), filter),
    response: z.object({
      results: z.array(DeskListedTicket),
      next,
      count: described(z.nullable(count), 'How many fit, on the first page; counted up to 10,000.'),
    }),
  }),
  export: defineEndpoint({
    ...desk,
    access: 'tickets.export',
    method: 'POST',
    path: 'admin/tickets/export',
    summary: 'Download the list of tickets as text/csv, without what was written in them',
    query: z.strictObject(filter),
    body: z.strictObject(explained),
    response: z.string(),
    errors: ['export_running', 'export_too_large', 'service_unavailable', ...confirmationErrors],
  }),
  agents: defineEndpoint({
    ...desk,
    access: 'tickets.view',
    method: 'GET',
    path: 'admin/ticket-agents',
    summary: 'List those whom a ticket can be given to',
    response: z.object({ results: z.array(member) }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'tickets.view',
    method: 'GET',
    path: 'admin/tickets/:id',
    summary: 'Read a ticket with its notes and what is known of its owner',
    params: ticketParams,
    response: DeskTicket,
    errors: ['ticket_not_found'],
  }),
  reply: defineEndpoint({
    ...change,
    access: 'tickets.answer',
    path: 'admin/tickets/:id/replies',
    summary: 'Answer the owner of a ticket, who is told live and by mail',
    body: z.strictObject({
      text: messageText,
      attachments,
      client_id: messageClientId,
      resolved: described(z.prefault(z.boolean(), false), 'True: we think that it is done.'),
    }),
    errors: [
      ...changeErrors,
      'ticket_closed',
      'attachments_too_many',
      'attachment_not_found',
      'client_id_reused',
    ],
  }),
  note: defineEndpoint({
    ...change,
    access: 'tickets.answer',
    path: 'admin/tickets/:id/notes',
    summary: 'Leave a note that only staff see',
    body: z.strictObject({ text: messageText, client_id: messageClientId }),
    errors: [...changeErrors, 'client_id_reused'],
  }),
  assign: defineEndpoint({
    ...change,
    access: 'tickets.answer',
    path: 'admin/tickets/:id/assignee',
    summary: 'Give a ticket to somebody, or back to the queue',
    body: z.strictObject({ assignee: z.nullable(uuid()) }),
    errors: [...changeErrors, 'ticket_closed', 'account_not_found'],
  }),
  triage: defineEndpoint({
    ...change,
    access: 'tickets.answer',
    path: 'admin/tickets/:id/triage',
    summary: 'Change the category and priority of a ticket',
    body: z.strictObject({ category, priority }),
    errors: [...changeErrors, 'ticket_closed'],
  }),
  escalate: defineEndpoint({
    ...change,
    access: 'tickets.escalate',
    path: 'admin/tickets/:id/escalation',
    summary: 'Escalate a ticket: it goes back to the queue, a step more urgent',
    body: z.strictObject({
      reason: z.string().check(z.trim(), required, z.minLength(3), z.maxLength(500), severalLines),
    }),
    errors: [...changeErrors, 'ticket_closed', 'ticket_escalated'],
  }),
  close: defineEndpoint({
    ...change,
    access: 'tickets.answer',
    path: 'admin/tickets/:id/close',
    summary: 'Close a ticket',
    errors: [...changeErrors, 'ticket_closed'],
  }),
  reopen: defineEndpoint({
    ...change,
    access: 'tickets.answer',
    path: 'admin/tickets/:id/reopen',
    summary: 'Reopen a ticket that is resolved or closed',
    errors: [...changeErrors, 'ticket_not_reopenable'],
  }),
  upload: defineEndpoint({
    ...ticketEndpoints.upload,
    ...desk,
    access: 'tickets.answer',
    path: 'admin/ticket-uploads',
    summary: 'Upload a file for an answer, as application/octet-stream',
  }),
  attachment: defineEndpoint({
    ...ticketEndpoints.attachment,
    ...desk,
    access: 'tickets.view',
    path: 'admin/ticket-attachments/:id',
    summary: 'Download an attachment of a ticket',
  }),
  macros: defineEndpoint({
    ...desk,
    access: 'tickets.view',
    method: 'GET',
    path: 'admin/ticket-macros',
    summary: 'List the answers that are given often',
    response: z.object({ results: z.array(TicketMacro) }),
  }),
  addMacro: defineEndpoint({
    ...desk,
    access: 'macros.write',
    method: 'POST',
    path: 'admin/ticket-macros',
    summary: 'Add an answer that is given often',
    body: z.strictObject(macroWritten),
    response: TicketMacro,
    errors: ['macros_too_many'],
  }),
  changeMacro: defineEndpoint({
    ...desk,
    access: 'macros.write',
    method: 'PUT',
    path: 'admin/ticket-macros/:id',
    summary: 'Change an answer that is given often',
    params: macroParams,
    body: z.strictObject({ ...macroWritten, version: count }),
    response: TicketMacro,
    errors: ['macro_not_found', 'changed_meanwhile'],
  }),
  removeMacro: defineEndpoint({
    ...desk,
    access: 'macros.write',
    method: 'DELETE',
    path: 'admin/ticket-macros/:id',
    summary: 'Remove an answer that is given often',
    params: macroParams,
    response: z.object({}),
    errors: ['macro_not_found'],
  }),
} as const;
