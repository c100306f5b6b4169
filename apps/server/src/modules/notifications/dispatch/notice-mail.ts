import type { MailTemplate, SmsTemplate } from '#platform/messages/template.ts';
import { subjectOf } from '#platform/messages/unsendable-message.ts';

export interface NoticeParams {
  readonly title: string;
  readonly text: string;
  /** The page that shows it; null where there is none. */
  readonly link: string | null;
}

/** What a notification says, for whoever wants it by mail. */
export const noticeMail: MailTemplate<NoticeParams> = {
  name: 'notifications.notice',
  compose: ({ text, publicUrl }, { title, text: body, link }) => ({
    subject: subjectOf(title),
    preheader: body,
    blocks: [
      { kind: 'paragraph', text: body },
      ...(link === null
        ? []
        : [
            { kind: 'link', label: text('notifications.open'), href: `${publicUrl}/account${link}` } as const,
          ]),
      { kind: 'paragraph', text: text('notifications.choose') },
    ],
  }),
};

const smsMax = 300;

/** The same by SMS. It has no link: whoever gets one by SMS is not to learn to follow it. */
export const noticeSms: SmsTemplate<NoticeParams> = {
  name: 'notifications.notice',
  compose: ({ text }, { title, text: body }) =>
    text('notifications.sms', { title, text: body }).slice(0, smsMax),
};
