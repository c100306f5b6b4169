import { sql } from 'kysely';
import { findUser, mailUser, takeOfDay, type User } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { UnsendableMessage } from '#platform/messages/unsendable-message.ts';
import type { Platform } from '#platform/platform.ts';
import { linkOf } from '../about.ts';
import { mailList } from '../lists/list-mail.ts';
import { findNotification, type NotificationRow, wordsIn, wordsOutside } from '../notifications.ts';
import { addPushes } from '../push/push-job.ts';
import { kindOf } from '../templates.ts';
import { noticeMail, noticeSms } from './notice-mail.ts';

export const dispatchJob = 'notifications.dispatch';

const pageRows = 100;
/** Whoever has something happen to themselves without end would have us write without end. What is beyond waits for the digest. */
const mailsPerDay = 50;
const smsPerDay = 20;

interface Dispatcher {
  /** Something is due. */
  wake(): void;
}

/** Sends what is due as it comes, one turn at a time. A turn that fails is made up for by the job that looks every minute. */
export function startDispatcher(app: App, platform: Platform): Dispatcher {
  let turn: Promise<void> | undefined;
  let isWokenAgain = false;
  let isClosed = false;
  const run = async (): Promise<void> => {
    do {
      isWokenAgain = false;
      await dispatchDue(platform);
    } while (isWokenAgain && !isClosed);
  };
  app.addHook('onClose', async () => {
    isClosed = true;
    await turn;
  });
  return {
    wake: () => {
      isWokenAgain = true;
      if (isClosed) return;
      turn ??= run()
        .catch((err: unknown) =>
          platform.log.error({ part: 'notifications', err }, 'what is due was not sent'),
        )
        .finally(() => {
          turn = undefined;
        });
    },
  };
}

/** Sends everything that is due, each in a transaction of its own: one that cannot be sent keeps none of the others. */
export async function dispatchDue(platform: Platform): Promise<void> {
  const { kysely } = platform.database;
  let after = '0';
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id::text as id from user_notifications where due <> '{}' and id > ${after}::bigint order by id limit ${pageRows}
    `.execute(kysely);
    for (const { id } of rows)
      await dispatchOne(platform, id).catch((err: unknown) =>
        platform.log.error({ part: 'notifications', notification: id, err }, 'a notification was not sent'),
      );
    after = rows.at(-1)?.id ?? after;
    if (rows.length < pageRows) return;
  }
}

async function dispatchOne(platform: Platform, id: string): Promise<void> {
  await platform.database.kysely.transaction().execute(async (transaction) => {
    // Another process may be at it.
    const row = await findNotification(transaction, id, sql`and due <> '{}' for update skip locked`);
    if (!row) return;
    const user = await findUser(transaction, row.userId);
    let awaitsDigest = false;
    // Whoever is gone or shut out is not written to.
    if (user?.status === 'active')
      for (const channel of row.due) {
        if (channel === 'push') await addPushes(transaction, platform, { id, userId: user.id });
        else if (channel === 'sms') await sendSms(transaction, platform, { row, user });
        else awaitsDigest = !(await sendMail(transaction, platform, { row, user }));
      }
    await sql`
      update user_notifications set due = '{}', awaits_digest = awaits_digest or ${awaitsDigest} where id = ${id}::bigint
    `.execute(transaction);
  });
}

interface Letter {
  readonly row: NotificationRow;
  readonly user: User;
}

type Transaction = Parameters<typeof mailUser>[0];

const paramsOf = ({ row, user }: Letter) => ({
  ...wordsOutside(user.language, row),
  link: linkOf({ ...row, kind: kindOf(row.template) }),
});

/** False when the day's mails are used up. */
async function sendMail(transaction: Transaction, platform: Platform, letter: Letter): Promise<boolean> {
  const { row, user } = letter;
  const subject = `${user.id} ${kindOf(row.template)}`;
  const counted = await takeOfDay(transaction, platform, {
    ...{ scope: 'notifications:mail', subject, perDay: mailsPerDay },
  });
  if (counted === undefined) return false;
  if (kindOf(row.template) === 'announcement')
    await mailList(transaction, platform, { user, list: 'announcement', ...wordsIn(user.language, row) });
  else await mailUser(transaction, platform, { user, template: noticeMail, params: paramsOf(letter) });
  return true;
}

async function sendSms(transaction: Transaction, platform: Platform, letter: Letter): Promise<void> {
  const { id, phone, phoneVerifiedAt, language } = letter.user;
  if (phone === null || phoneVerifiedAt === null) return;
  const count = { scope: 'notifications:sms', subject: id, perDay: smsPerDay };
  if ((await takeOfDay(transaction, platform, count)) === undefined) return;
  try {
    await platform.messages.sendSms(
      { to: phone, language, template: noticeSms, params: paramsOf(letter) },
      { transaction },
    );
  } catch (error) {
    if (!(error instanceof UnsendableMessage)) throw error;
    platform.log.warn({ part: 'notifications', err: error }, 'an SMS could not be written');
  }
}
