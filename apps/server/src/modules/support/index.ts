import { sql } from 'kysely';
import { onPersonErased } from '#modules/identity/index.ts';
import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addAttachmentRoutes } from './attachments/attachment-routes.ts';
import { attachmentSecrets } from './attachments/attachment-rows.ts';
import { addDeskRoutes } from './desk/desk-routes.ts';
import { addExportRoute } from './desk/export-route.ts';
import { addMacroRoutes } from './desk/macro-routes.ts';
import { exportTickets } from './tickets/export-tickets.ts';
import { mailboxOf } from './tickets/mailbox.ts';
import { showChanges } from './tickets/tell.ts';
import { addThreadRoutes } from './tickets/thread-routes.ts';
import { addTicketRoutes } from './tickets/ticket-routes.ts';
import { tidyJob, tidyTickets } from './tickets/tidy.ts';

// What somebody wrote and attached tells who they are, so it goes with them. That staff answered stays in the audit log.
onPersonErased(async (db, userId, { email }) => {
  await sql`
    delete from support_tickets
    where user_id = ${userId} or regexp_replace(lower(visitor_email), '\\+[^@]*@', '@') = ${mailboxOf(email)}
  `.execute(db);
  await sql`delete from support_attachments where uploader_id = ${userId} and message_id is null`.execute(db);
});

/** What people ask us and what they are answered: tickets, their threads, and the desk of those who answer. */
export const supportModule: ServerModule = {
  name: 'support',
  needs: [liveExchange],
  async register(app, platform) {
    showChanges(app, platform);
    addTicketRoutes(app, platform);
    addThreadRoutes(app, platform);
    await addAttachmentRoutes(app, platform);
    addDeskRoutes(app, platform);
    addMacroRoutes(app, platform);
    addExportRoute(app, platform);
    if (app.hasDecorator('accountHooks')) app.accountHooks.addExportSection('tickets', exportTickets);
  },
  jobs: { [tidyJob]: tidyTickets },
  cron: [{ job: tidyJob, match: '41 * * * *' }],
  secrets: attachmentSecrets,
};
