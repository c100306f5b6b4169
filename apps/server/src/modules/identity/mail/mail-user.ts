import type { QueryExecutorProvider } from 'kysely';
import type { MailTemplate } from '#platform/messages/template.ts';
import type { Platform } from '#platform/platform.ts';
import type { User } from '../users/users.ts';

interface MailToUser<Params> {
  readonly user: Pick<User, 'email' | 'language' | 'antiPhishingPhrase'>;
  readonly template: MailTemplate<Params>;
  readonly params: Params;
}

/** Writes to a user in their language and under their phrase, if the transaction commits. */
export async function mailUser<Params>(
  db: QueryExecutorProvider,
  { messages }: Pick<Platform, 'messages'>,
  { user, template, params }: MailToUser<Params>,
): Promise<void> {
  const { email: to, language, antiPhishingPhrase: phrase } = user;
  await messages.sendMail(
    { to, language, template, params, ...(phrase !== null && { antiPhishingPhrase: phrase }) },
    { transaction: db },
  );
}
