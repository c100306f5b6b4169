import { formatMomentIn } from '@emporion/i18n/server';
import type { MailTemplate } from '#platform/messages/template.ts';

export interface DigestEntry {
  readonly title: string;
  readonly text: string;
  readonly at: Date;
}

export interface DigestParams {
  readonly entries: readonly DigestEntry[];
  /** How many more there were than are shown. */
  readonly more: number;
  readonly timeZone: string;
}

/** Everything that waited for it, in one mail, the oldest first. */
export const digestMail: MailTemplate<DigestParams> = {
  name: 'notifications.digest',
  compose: ({ text, language, publicUrl }, { entries, more, timeZone }) => {
    const count = entries.length + more;
    return {
      subject: text('notifications.digest.subject', { count }),
      preheader: entries
        .map(({ title }) => title)
        .join(' · ')
        .slice(0, 200),
      blocks: [
        { kind: 'paragraph', text: text('notifications.digest.lead', { count }) },
        {
          kind: 'facts',
          rows: entries.map(({ title, text: said, at }) => [
            formatMomentIn(language, at, { timeZone }),
            `${title}\n${said}`,
          ]),
        },
        ...(more === 0
          ? []
          : [{ kind: 'paragraph', text: text('notifications.digest.more', { count: more }) } as const]),
        { kind: 'link', label: text('notifications.open'), href: `${publicUrl}/account/` },
        { kind: 'paragraph', text: text('notifications.choose') },
      ],
    };
  },
};
