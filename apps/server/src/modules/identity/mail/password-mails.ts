import type { MailTemplate } from '#platform/messages/template.ts';
import { momentIn, type OriginParams, originFacts } from './origin-facts.ts';

/** The link that lets a password be chosen anew. */
export const resetMail: MailTemplate<{
  readonly userId: string;
  readonly token: string;
  readonly minutes: number;
}> = {
  name: 'identity.reset',
  isAwaited: true,
  compose: ({ text, publicUrl }, { userId, token, minutes }) => ({
    subject: text('identity.access.reset.subject'),
    preheader: text('identity.access.reset.preheader'),
    blocks: [
      { kind: 'paragraph', text: text('identity.access.reset.body', { minutes }) },
      {
        kind: 'link',
        label: text('identity.access.reset.open'),
        href: `${publicUrl}/account/reset-password/${userId}/${token}`,
      },
      { kind: 'paragraph', text: text('identity.access.reset.ignore') },
    ],
  }),
};

/** The link by which somebody whom staff opened an account for chooses the first password, or one who must prove the mailbox another. */
export const invitationMail: MailTemplate<{
  readonly userId: string;
  readonly token: string;
  readonly name: string;
  readonly hours: number;
}> = {
  name: 'identity.invitation',
  compose: ({ text, publicUrl }, { userId, token, name, hours }) => ({
    subject: text('identity.access.invitation.subject'),
    preheader: text('identity.access.invitation.preheader'),
    blocks: [
      { kind: 'paragraph', text: text('identity.access.invitation.body', { name, hours }) },
      {
        kind: 'link',
        label: text('identity.access.invitation.open'),
        href: `${publicUrl}/account/reset-password/${userId}/${token}?invited`,
      },
      { kind: 'paragraph', text: text('identity.access.invitation.ignore') },
    ],
  }),
};

/** The password was chosen anew. */
export const passwordResetMail: MailTemplate<
  OriginParams & { readonly frozenUntil: Date; readonly token: string }
> = {
  name: 'identity.password-reset',
  compose: (context, { frozenUntil, token, ...facts }) => {
    const { text, language, publicUrl } = context;
    return {
      subject: text('identity.access.passwordReset.subject'),
      preheader: text('identity.access.passwordReset.preheader'),
      blocks: [
        {
          kind: 'paragraph',
          text: text('identity.access.passwordReset.body', { until: momentIn(language, frozenUntil) }),
        },
        originFacts(context, facts),
        { kind: 'paragraph', text: text('identity.access.notMe.body') },
        {
          kind: 'link',
          label: text('identity.access.notMe.open'),
          href: `${publicUrl}/account/not-me/${token}`,
        },
      ],
    };
  },
};
