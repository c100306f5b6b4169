import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { onAccountNotice, onPersonErased } from '#modules/identity/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addChoiceRoutes } from './choices/choice-routes.ts';
import { digestJob, sendDigests } from './digest/send-digests.ts';
import { dispatchDue, dispatchJob } from './dispatch/dispatcher.ts';
import { addLeaveRoutes } from './lists/leave-routes.ts';
import { addNewsletterRoutes } from './lists/newsletter-routes.ts';
import { newsletterJob, sendNewsletter } from './lists/send-newsletter.ts';
import { addNotificationRoutes } from './notification-routes.ts';
import { exportNotifications } from './notifications.ts';
import { insertNotification } from './notify.ts';
import { purgeJob, purgeNotifications } from './purge.ts';
import { pushJob, pushNotification } from './push/push-job.ts';
import { addPushRoutes } from './push/push-routes.ts';
import { pushSecrets } from './push/vapid-key.ts';
import { showNotifications } from './show-notifications.ts';

export type { NewNotification } from './keep-notifications.ts';
export { insertNotification, notify, notifyMany, type OwnMail } from './notify.ts';
export type { NotificationTemplate } from './templates.ts';

onPersonErased(async (db, userId) => {
  for (const table of ['user_notifications', 'push_subscriptions', 'unsubscribe_tokens', 'sent_digests'])
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db);
});

// Identity writes these mails itself: none of them may depend on what is told beside them.
onAccountNotice(async (db, { userId, template, event }) => {
  const about = template === 'login_known' || template === 'security_new_login' ? 'sessions' : 'security';
  const params = event === undefined ? {} : { event };
  await insertNotification(db, { userId, template, params, about, key: `account:${randomUUID()}` });
});

/** What users are told: one centre for the list, the page, mail, SMS and browsers. */
export const notificationsModule: ServerModule = {
  name: 'notifications',
  async register(app, platform) {
    addNotificationRoutes(app, platform);
    addChoiceRoutes(app, platform);
    addPushRoutes(app, platform);
    addNewsletterRoutes(app, platform);
    await addLeaveRoutes(app, platform);
    showNotifications(app, platform);
    if (app.hasDecorator('accountHooks'))
      app.accountHooks.addExportSection('notifications', exportNotifications);
  },
  jobs: {
    [dispatchJob]: (_payload, { platform }) => dispatchDue(platform),
    [digestJob]: (_payload, { platform }) => sendDigests(platform),
    [purgeJob]: (_payload, { platform }) => purgeNotifications(platform),
    [pushJob]: pushNotification(),
    [newsletterJob]: sendNewsletter,
  },
  cron: [
    { job: dispatchJob, match: '* * * * *' },
    { job: digestJob, match: '5 * * * *' },
    { job: purgeJob, match: '23 4 * * *' },
  ],
  secrets: pushSecrets,
};
