import type { MailBlock, MailTemplate, MailText } from '#platform/messages/template.ts';
import type { RemovedFactor } from '../recovery/remove-recent-factors.ts';
import { momentIn, type OriginParams, originFacts } from './origin-facts.ts';
import { quietNote } from './quiet-note.ts';

/** Somebody logged in from where nobody had before, or the owner wants to hear of every login. */
export const loginMail: MailTemplate<
  OriginParams & {
    readonly token: string;
    readonly isKnown: boolean;
    readonly quietUntil?: Date | undefined;
  }
> = {
  name: 'identity.login',
  compose: (context, { token, isKnown, ...facts }) => {
    const { text, publicUrl } = context;
    const key = isKnown ? 'identity.access.login' : 'identity.access.newLogin';
    return {
      subject: text(`${key}.subject`),
      preheader: text(`${key}.preheader`),
      blocks: [
        { kind: 'paragraph', text: text(`${key}.body`) },
        originFacts(context, facts),
        { kind: 'paragraph', text: text('identity.access.notMe.body') },
        {
          kind: 'link',
          label: text('identity.access.notMe.open'),
          href: `${publicUrl}/account/not-me/${token}`,
        },
        ...quietNote(context, facts),
      ],
    };
  },
};

/** A refresh token came twice: one of the two who hold it is a stranger. */
export const sessionClosedMail: MailTemplate<OriginParams & { readonly quietUntil?: Date | undefined }> = {
  name: 'identity.session-closed',
  compose: (context, facts) => {
    const { text, publicUrl } = context;
    return {
      subject: text('identity.access.sessionClosed.subject'),
      preheader: text('identity.access.sessionClosed.preheader'),
      blocks: [
        { kind: 'paragraph', text: text('identity.access.sessionClosed.body') },
        originFacts(context, facts),
        { kind: 'paragraph', text: text('identity.access.sessionClosed.advice') },
        { kind: 'link', label: text('identity.access.logIn'), href: `${publicUrl}/account/login` },
        ...quietNote(context, facts),
      ],
    };
  },
};

/** The owner said that a login was not theirs: everything is shut, and this opens it again. */
export const disownedMail: MailTemplate<{
  readonly userId: string;
  readonly token: string;
  readonly frozenUntil: Date;
  readonly removed: readonly RemovedFactor[];
}> = {
  name: 'identity.disowned',
  isAwaited: true,
  compose: ({ text, language, publicUrl }, { userId, token, frozenUntil, removed }) => ({
    subject: text('identity.access.disowned.subject'),
    preheader: text('identity.access.disowned.preheader'),
    blocks: [
      {
        kind: 'paragraph',
        text: text('identity.access.disowned.body', { until: momentIn(language, frozenUntil) }),
      },
      ...factorsRemoved(text, removed),
      {
        kind: 'link',
        label: text('identity.access.reset.open'),
        href: `${publicUrl}/account/reset-password/${userId}/${token}`,
      },
    ],
  }),
};

/** They would else be looked for in vain, or believed to be there still. */
function factorsRemoved(text: MailText, removed: readonly RemovedFactor[]): MailBlock[] {
  if (removed.length === 0) return [];
  const names = removed.map((factor) => text(`identity.access.disowned.factor.${factor}`)).join(', ');
  return [{ kind: 'paragraph', text: text('identity.access.disowned.removed', { names }) }];
}
