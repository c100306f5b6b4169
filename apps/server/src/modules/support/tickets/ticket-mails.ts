import type { MailContent, MailTemplate, TemplateContext } from '#platform/messages/template.ts';
import { linkDays } from './links.ts';

export interface TicketMailParams {
  readonly number: number;
  readonly token: string;
  /** A visitor has no account, and is told why they get a mail. */
  readonly isVisitor: boolean;
}

/** Neither the subject nor a word of what was written: a mail must not carry a stranger's text, nor a person's matter to whoever reads along. */
function compose(
  name: 'received' | 'replied',
  { text, publicUrl }: TemplateContext,
  { number, token, isVisitor }: TicketMailParams,
): MailContent {
  const params = { ticket: `#${number}` };
  return {
    subject: text(`support.${name}.subject`, params),
    preheader: text(`support.${name}.preheader`),
    ...(isVisitor && { reason: text('support.reason') }),
    blocks: [
      { kind: 'paragraph', text: text(`support.${name}.body`, params) },
      { kind: 'link', label: text('support.open'), href: `${publicUrl}/account/support/thread/${token}` },
      { kind: 'paragraph', text: text('support.closing', { days: linkDays }) },
    ],
  };
}

/** Says that a visitor's ticket is here. */
export const receivedMail: MailTemplate<TicketMailParams> = {
  name: 'support.received',
  compose: (context, params) => compose('received', context, params),
};

/** Says that staff answered. */
export const repliedMail: MailTemplate<TicketMailParams> = {
  name: 'support.replied',
  compose: (context, params) => compose('replied', context, params),
};
