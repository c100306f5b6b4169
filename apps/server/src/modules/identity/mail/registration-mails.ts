import type { MailTemplate } from '#platform/messages/template.ts';

/** Asks whoever reads the address to verify it. */
export const verifyMail: MailTemplate<{
  /** Left out where it is not known to be a name. */
  readonly name: string | undefined;
  readonly token: string;
  readonly hours: number;
}> = {
  name: 'identity.verify',
  isAwaited: true,
  compose: ({ text, publicUrl }, { name, token, hours }) => ({
    subject: text('identity.access.verify.subject'),
    preheader: text('identity.access.verify.preheader'),
    reason: text('identity.access.verify.reason'),
    blocks: [
      ...(name === undefined
        ? []
        : [{ kind: 'paragraph' as const, text: text('identity.access.greeting', { name }) }]),
      { kind: 'paragraph', text: text('identity.access.verify.body', { hours }) },
      {
        kind: 'link',
        label: text('identity.access.verify.open'),
        href: `${publicUrl}/account/email-verify/${token}`,
      },
      { kind: 'paragraph', text: text('identity.access.verify.ignore') },
    ],
  }),
};

/** Somebody registered with an address that has an account. Only its owner learns so, and only here. */
export const knownAddressMail: MailTemplate<{ readonly name: string }> = {
  name: 'identity.known-address',
  isAwaited: true,
  compose: ({ text, publicUrl }, { name }) => ({
    subject: text('identity.access.known.subject'),
    preheader: text('identity.access.known.preheader'),
    blocks: [
      { kind: 'paragraph', text: text('identity.access.greeting', { name }) },
      { kind: 'paragraph', text: text('identity.access.known.body') },
      { kind: 'link', label: text('identity.access.logIn'), href: `${publicUrl}/account/login` },
      { kind: 'paragraph', text: text('identity.access.known.forgot') },
      { kind: 'link', label: text('identity.access.reset.open'), href: `${publicUrl}/account/forgot` },
      { kind: 'paragraph', text: text('identity.access.known.ignore') },
    ],
  }),
};
