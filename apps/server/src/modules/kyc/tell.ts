import { formatDayIn, translate } from '@emporion/i18n/server';
import type { QueryExecutorProvider } from 'kysely';
import { type NotificationTemplate, notify } from '#modules/notifications/index.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { Platform } from '#platform/platform.ts';

type KycNotice = Extract<NotificationTemplate, `kyc_${string}`>;

interface Told {
  readonly template: KycNotice;
  readonly level: number;
  /** A calendar day. */
  readonly day: string | null;
  readonly reasons: readonly string[];
  readonly again: readonly string[];
  readonly note: string | null;
}

/** What became of a verification: it says what the notification says, with the reasons. */
export const kycMail: MailTemplate<Told> = {
  name: 'kyc.update',
  compose: ({ text, language, publicUrl }, { template, level, day, reasons, again, note }) => {
    const params = { level, day: day === null ? '' : formatDayIn(language, day) };
    const body = translate(language, `notifications.${template}.text`, params);
    const list = (group: string, names: readonly string[]) =>
      names.map((name) => text(`kyc.${group}.${name}`)).join(' · ');
    const rows = [
      ...(reasons.length === 0 ? [] : [[text('kyc.reason'), list('reasons', reasons)] as const]),
      ...(again.length === 0 ? [] : [[text('kyc.again'), list('evidence', again)] as const]),
      ...(note === null || note === '' ? [] : [[text('kyc.note'), note] as const]),
    ];
    return {
      subject: translate(language, `notifications.${template}.title`, params),
      preheader: body,
      blocks: [
        { kind: 'paragraph', text: body },
        ...(rows.length === 0 ? [] : [{ kind: 'facts', rows } as const]),
        { kind: 'link', label: text('kyc.open'), href: `${publicUrl}/account/kyc` },
      ],
    };
  },
};

/** Tells somebody what became of their verification, in the transaction in which it does: where they are looking, in the list, and by mail. */
export async function tellOwner(
  transaction: QueryExecutorProvider,
  platform: Platform,
  {
    userId,
    key,
    ...told
  }: Partial<Told> & Pick<Told, 'template' | 'level'> & { userId: string; key: string },
): Promise<void> {
  const { template, level, day = null, reasons = [], again = [], note = null } = told;
  const notification = {
    ...{ userId, template, key: `kyc:${key}`, about: 'verification' as const },
    params: { level, ...(day !== null && { day }) },
  };
  const params = { template, level, day, reasons, again, note };
  await notify(transaction, platform, notification, { template: kycMail, params });
}
