import { notificationChoiceEndpoints as endpoints, type NotificationMatrix } from '@emporion/contracts/rest';
import { accountTransaction, findUser, requireUser, type User, updateUser } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { choicesOf, digestTermsOf, storedFrom } from '#platform/messages/notification-choices.ts';
import type { Platform } from '#platform/platform.ts';

export function addChoiceRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, endpoints.read, async ({ caller: { userId } }) => {
    const user = await findUser(platform.database.kysely, userId);
    if (!user) throw new Problem('token_not_valid');
    return matrixOf(user);
  });

  serveEndpoint(app, endpoints.change, ({ caller: { userId }, body }) => {
    const { choices = {}, digest } = body;
    if (digest?.time_zone !== undefined && !isTimeZone(digest.time_zone))
      throw new Problem('unprocessable_entity', {
        fields: { 'digest.time_zone': { code: 'value_invalid' } },
      });
    return accountTransaction(platform, { userId }, async (transaction) => {
      await updateUser(transaction, userId, { notifications: storedFrom({ ...choices, digest }) });
      return matrixOf(await requireUser(transaction, userId));
    });
  });
}

function matrixOf({ notifications, phone, phoneVerifiedAt }: User): NotificationMatrix {
  return {
    choices: choicesOf(notifications),
    digest: digestTermsOf(notifications),
    sms_to: phoneVerifiedAt === null ? null : phone,
  };
}

/** Whether this server knows it: what it does not know it cannot count hours in. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
