import type { MailTemplate } from '#platform/messages/template.ts';

/** Greets a new account holder. */
export const welcomeMail: MailTemplate<{ readonly name: string }> = {
  name: 'welcome',
  compose: ({ text, publicUrl }, { name }) => ({
    subject: text('welcome.subject'),
    preheader: text('welcome.preheader'),
    blocks: [
      { kind: 'paragraph', text: text('welcome.greeting', { name }) },
      { kind: 'paragraph', text: text('welcome.body') },
      { kind: 'link', label: text('welcome.open'), href: `${publicUrl}/account/` },
      { kind: 'paragraph', text: text('welcome.closing') },
    ],
  }),
};
