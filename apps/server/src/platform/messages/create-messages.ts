import type { QueryExecutorProvider } from 'kysely';
import type { Config } from '#platform/config/schema.ts';
import type { Database } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { insertMessage, type NewMessage } from './message-store.ts';
import type { Messages, SendOptions } from './messages.ts';
import { renderMail, renderSms } from './render-mail.ts';
import { checkMailRecipient, checkSmsRecipient, checkSmsText, checkSubject } from './unsendable-message.ts';

interface Needs {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly config: Pick<Config, 'publicUrl'>;
}

export const deliverJob = 'messages.deliver';

/** From the first attempt to the last it takes about twenty minutes: longer, and a code is of no use any more. */
const attemptsMax = 8;

export function createMessages({ database, jobs, config: { publicUrl } }: Needs): Messages {
  async function put(
    { isAwaited = false, ...message }: NewMessage & { isAwaited: boolean | undefined },
    { transaction }: SendOptions = {},
  ): Promise<string> {
    const write = async (db: QueryExecutorProvider) => {
      const id = await insertMessage(db, message);
      await jobs.add(deliverJob, { message: id }, { transaction: db, attemptsMax, isAwaited });
      return id;
    };
    return transaction ? write(transaction) : database.kysely.transaction().execute(write);
  }

  return {
    sendMail: async (mail, options) => {
      checkMailRecipient(mail.to);
      const { subject, text, html } = renderMail(mail, publicUrl, settingsOf({ database }));
      checkSubject(subject);
      const { to: recipient, language, unsubscribeUrl: unsubscribe_url = null } = mail;
      const { name: template, isAwaited } = mail.template;
      return put(
        { channel: 'mail', recipient, language, template, isAwaited, subject, text, html, unsubscribe_url },
        options,
      );
    },
    sendSms: async (sms, options) => {
      checkSmsRecipient(sms.to);
      const text = renderSms(sms, publicUrl, settingsOf({ database }));
      checkSmsText(text);
      const { to: recipient, language } = sms;
      const { name: template, isAwaited } = sms.template;
      return put(
        { channel: 'sms', recipient, language, template, isAwaited, subject: null, text, html: null },
        options,
      );
    },
  };
}
