import type { MailTemplate } from '#platform/messages/template.ts';
import { momentIn } from './origin-facts.ts';

/** Goes to the new address: the link proves that it is read. */
export const emailChangeMail: MailTemplate<{ readonly token: string }> = {
  name: 'identity.email_change',
  isAwaited: true,
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
  isAwaited: true,
  compose: ({ text }) => ({
    subject: text('identity.factors.emailTaken.subject'),
    preheader: text('identity.factors.emailTaken.preheader'),
    blocks: [
      { kind: 'paragraph', text: text('identity.factors.emailTaken.body') },
      { kind: 'paragraph', text: text('identity.factors.emailTaken.closing') },
    ],
  }),
};

/**
 * Goes to the address that an account had until "this was not me" gave it the one from before. Without a link and
 * without a word of who pressed it: either of the two may be a stranger.
 */
export const emailRestoredMail: MailTemplate<{ readonly frozenUntil: Date }> = {
  name: 'identity.email_restored',
  compose: ({ text, language }, { frozenUntil }) => ({
    subject: text('identity.factors.emailRestored.subject'),
    preheader: text('identity.factors.emailRestored.preheader'),
    blocks: [
      { kind: 'paragraph', text: text('identity.factors.emailRestored.body') },
      {
        kind: 'paragraph',
        text: text('identity.factors.notice.payoutsFrozen', { time: momentIn(language, frozenUntil) }),
      },
      { kind: 'paragraph', text: text('identity.factors.emailRestored.closing') },
    ],
  }),
};
