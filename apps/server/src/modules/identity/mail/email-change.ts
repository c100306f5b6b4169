import type { MailTemplate } from '#platform/messages/template.ts';

/** Goes to the new address: the link proves that it is read. */
export const emailChangeMail: MailTemplate<{ readonly token: string }> = {
  name: 'identity.email_change',
  compose: ({ text, publicUrl }, { token }) => ({
    subject: text('identity.factors.emailChange.subject'),
    preheader: text('identity.factors.emailChange.preheader'),
    blocks: [
      { kind: 'paragraph', text: text('identity.factors.emailChange.body') },
      {
        kind: 'link',
        label: text('identity.factors.emailChange.link'),
        href: `${publicUrl}/account/email-change/${token}`,
      },
      { kind: 'paragraph', text: text('identity.factors.emailChange.closing') },
    ],
  }),
};

/** Goes to an address that has an account, in place of the link: only its owner learns that it has one. */
export const emailTakenMail: MailTemplate<Record<never, never>> = {
  name: 'identity.email_taken',
  compose: ({ text }) => ({
    subject: text('identity.factors.emailTaken.subject'),
    preheader: text('identity.factors.emailTaken.preheader'),
    blocks: [
      { kind: 'paragraph', text: text('identity.factors.emailTaken.body') },
      { kind: 'paragraph', text: text('identity.factors.emailTaken.closing') },
    ],
  }),
};
