import type { MailBlock, MailTemplate } from '#platform/messages/template.ts';
import { momentIn, type OriginParams, originFacts } from './origin-facts.ts';
import { quietNote } from './quiet-note.ts';

/** What changed, as the catalogue names it under `identity.factors.event`. */
export const noticeEvents = [
  'totp_on',
  'totp_off',
  'sms_on',
  'sms_off',
  'email_on',
  'email_off',
  'passkey_added',
  'passkey_removed',
  'backup_codes_renewed',
  'phone_changed',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'anti_phishing_changed',
  'frozen',
  'thawed',
  'saved_addresses_only_on',
  'saved_addresses_only_off',
  'saved_address_added',
  'saved_address_removed',
  'closed',
  'codes_guessed',
  'data_exported',
  'factors_reset',
] as const;

export type NoticeEvent = (typeof noticeEvents)[number];

export interface NoticeParams extends OriginParams {
  readonly event: NoticeEvent;
  readonly name: string;
  readonly sessionsEnded: boolean;
  readonly payoutsFrozenUntil?: Date | undefined;
  /** By which the reader says that it was somebody else. */
  readonly notMeToken?: string | undefined;
  /** Set in the last one of a day. */
  readonly quietUntil?: Date | undefined;
}

/** Tells the owner of every change in how the account is protected. It cannot be switched off. */
export const securityNoticeMail: MailTemplate<NoticeParams> = {
  name: 'identity.notice',
  compose: (context, params) => {
    const { text, language, publicUrl } = context;
    const { event, name, sessionsEnded, payoutsFrozenUntil, notMeToken } = params;
    const subject = text(`identity.factors.event.${event}`);
    const blocks: MailBlock[] = [
      { kind: 'paragraph', text: text('identity.factors.notice.greeting', { name }) },
      { kind: 'paragraph', text: `${subject}.` },
      originFacts(context, params),
    ];
    if (sessionsEnded) {
      blocks.push({ kind: 'paragraph', text: text('identity.factors.notice.sessionsEnded') });
    }
    if (payoutsFrozenUntil !== undefined) {
      const time = momentIn(language, payoutsFrozenUntil);
      blocks.push({ kind: 'paragraph', text: text('identity.factors.notice.payoutsFrozen', { time }) });
    }
    if (notMeToken !== undefined) {
      blocks.push(
        { kind: 'paragraph', text: text('identity.factors.notice.notMe') },
        {
          kind: 'link',
          label: text('identity.factors.notice.notMeLink'),
          href: `${publicUrl}/account/not-me/${notMeToken}`,
        },
      );
    }
    blocks.push(...quietNote(context, params));
    return { subject, preheader: text('identity.factors.notice.preheader'), blocks };
  },
};
