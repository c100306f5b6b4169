import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { required } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { count } from '#rest/numbers.ts';
import { oneLine, severalLines } from '#rest/text.ts';

export const ticketStates = ['open', 'pending', 'in_progress', 'resolved', 'closed'] as const;
export type TicketState = (typeof ticketStates)[number];
export const ticketCategories = ['technical', 'financial', 'account', 'trading', 'general'] as const;
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const;

export const attachmentKinds = ['png', 'jpeg', 'webp', 'pdf', 'txt'] as const;
/** Of one message. */
export const attachmentsMax = 6;
export const attachmentBytesMax = 10 * 1_048_576;
/** Of one account in all its tickets: twenty of the largest, and a thousand screenshots. Without a bound, sixty a day would be 600 MB a day of the database. */
export const attachmentsStoredBytesMax = 200 * 1_048_576;
/** Files of a ticket that has been closed for so long are removed. */
export const attachmentsKeptDays = 180;
export const ticketTextMax = 8_000;
export const ticketSubjectMax = 150;

/** A ticket whose owner writes again within these days after it was closed goes on; later, a new one follows it. */
export const reopenDays = 14;

export const subject = z.string().check(z.trim(), required, z.maxLength(ticketSubjectMax), oneLine);
export const messageText = z.string().check(z.trim(), required, z.maxLength(ticketTextMax), severalLines);

export const category = z.enum(ticketCategories);
export const priority = z.enum(ticketPriorities);
export const ticketState = described(
  z.enum(ticketStates),
  'open: nobody has taken it; in_progress: somebody has; pending: we wait for its owner; resolved: we think that it is done; closed.',
);

/** What a ticket can be opened from. */
export const aboutKinds = ['order', 'withdrawal', 'refusal'] as const;

export const TicketAbout = named(
  'TicketAbout',
  z.object({
    kind: z.enum(aboutKinds),
    id: described(z.string(), 'Of the order or withdrawal, or the code of the refusal.'),
    facts: described(
      z.record(z.string(), z.nullable(z.string())),
      'As they were when the ticket was opened.',
    ),
  }),
);

export const Attachment = named(
  'Attachment',
  z.object({
    id: uuid(),
    name: z.string(),
    kind: z.enum(attachmentKinds),
    bytes: count,
    removed: described(
      z.boolean(),
      `True: its ticket was closed for ${attachmentsKeptDays} days, and the file is gone.`,
    ),
  }),
);
export type Attachment = z.infer<typeof Attachment>;

export const attachments = described(
  z.optional(
    z
      .array(uuid({ error: 'attachment_not_found' }))
      .check(z.maxLength(attachmentsMax, { error: 'attachments_too_many' })),
  ),
  `Ids of files that were uploaded for it, at most ${attachmentsMax}.`,
);

/** Optional, for programs that send no message twice themselves. */
export const messageClientId = described(
  z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,64}$/, { error: 'value_invalid' }))),
  'Chosen by the client. The same id with the same text answers with the first, and writes nothing twice.',
);

export const ticketParams = z.object({ id: uuid({ error: 'ticket_not_found' }) });
export const attachmentParams = z.object({ id: uuid({ error: 'attachment_not_found' }) });

/** What a ticket is, wherever it is listed. */
export const listedTicket = {
  id: uuid(),
  number: described(count, 'What people call it by.'),
  subject: z.string(),
  category,
  priority,
  state: ticketState,
  created: moment,
  changed: described(moment, 'When somebody last wrote, or its state changed.'),
};
