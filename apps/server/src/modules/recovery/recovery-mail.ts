import { type QueryExecutorProvider, sql } from 'kysely';
import { findUser, mailUser, momentIn } from '#modules/identity/index.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { Platform } from '#platform/platform.ts';

export interface RecoveryNews {
  readonly step: 'begun' | 'finished';
  /** The user name of the member of staff whose account is recovered. */
  readonly name: string;
  readonly payoutsRestUntil: Date;
}

/** Tells all staff that a staff account is being recovered on the machine, because access to the machine is enough to do it. */
export const recoveryMail: MailTemplate<RecoveryNews> = {
  name: 'staff.recovery',
  compose: ({ text, language }, { step, name, payoutsRestUntil }) => ({
    subject: text(`staff.recovery.${step}.subject`, { name }),
    preheader: text('staff.recovery.preheader', { time: momentIn(language, payoutsRestUntil) }),
    blocks: [
      { kind: 'paragraph', text: text(`staff.recovery.${step}.body`, { name }) },
      {
        kind: 'paragraph',
        text: text('staff.recovery.rest', { time: momentIn(language, payoutsRestUntil) }),
      },
      { kind: 'paragraph', text: text('staff.recovery.unexpected') },
    ],
  }),
};

/** Writes to all staff, the person included. Returns to how many. */
export async function tellStaff(
  transaction: QueryExecutorProvider,
  platform: Pick<Platform, 'messages'>,
  params: RecoveryNews,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from users where roles <> '{}' and status <> 'closed' order by id
  `.execute(transaction);
  for (const { id } of rows) {
    const user = await findUser(transaction, id);
    if (user) await mailUser(transaction, platform, { user, template: recoveryMail, params });
  }
  return rows.length;
}
