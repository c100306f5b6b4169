import { sql } from 'kysely';
import { onPersonErased } from '#modules/identity/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { advanceAll, forgetAtProvider } from './advance.ts';
import { deleteOldDocuments, documentSecrets, keptMark } from './documents.ts';
import { pollSubmitted } from './events/apply-event.ts';
import { addWebhookRoute } from './events/webhook-route.ts';
import { closeUnanswered, tendExpiry } from './expiry.ts';
import { addFrameRoute } from './frame-route.ts';
import { addKycRoutes } from './kyc-routes.ts';
import { forgetNonces } from './provider/signed-message.ts';
import { providerOf } from './provider/the-provider.ts';
import { addReviewRoutes } from './review/review-routes.ts';

export { isOnDesk } from './application.ts';
export {
  changeLevel,
  changePolicy,
  checkLevel,
  checkPolicy,
  inOrder,
  readKycPolicy,
  rulesOfLevel,
} from './level-rules.ts';
export { readLevels as readKycLevels, requireBankCurrency } from './levels.ts';
export { providerOf as kycProviderOf } from './provider/the-provider.ts';

onPersonErased(async (db, userId) => {
  await sql`
    delete from kyc_documents where application_id in (select id from kyc_applications where user_id = ${userId})
  `.execute(db);
  // The provider is told by the job.
  await sql`
    update kyc_applications set first_name = null, last_name = null, birthday = null, country = null, address = null, city = null,
      postal_code = null, note = null, document_number = null, document_mark = ${keptMark}, document_type = null,
      document_expires_on = null, document_ends_at = null, address_issued_on = null, reasons = '{}', files = '[]', forgotten_at = null,
      documents_deleted_at = coalesce(documents_deleted_at, now()), decided_at = coalesce(decided_at, now()), updated_at = now(),
      stage = case when stage in ('open', 'submitted', 'checked', 'review') then 'withdrawn' else stage end
    where user_id = ${userId}
  `.execute(db);
  await sql`
    update users set kyc_status = 'none', kyc_level = 0, kyc_expires_on = null, kyc_ends_at = null
    where id = ${userId} and erased_at is not null and kyc_status <> 'none'
  `.execute(db);
});

const tendJob = 'kyc.tend';
/** Apart from what asks the provider: nothing that it does keeps an ended verification alive. */
const endJob = 'kyc.end';
const dailyJob = 'kyc.expire';

/** Who people are: applications, what a provider and staff find, the levels that limits go by, and the end of documents. */
export const kycModule: ServerModule = {
  name: 'kyc',
  async register(app, platform) {
    providerOf(platform).serve(app);
    addKycRoutes(app, platform);
    addFrameRoute(app, platform);
    addReviewRoutes(app, platform);
    await addWebhookRoute(app, platform);
    if (app.hasDecorator('accountHooks'))
      app.accountHooks.addExportSection('verification', async (db, userId) => {
        const { rows } = await sql`
          select level, stage, first_name, last_name, birthday::text as birthday, country, address, city, postal_code, document_type,
            document_expires_on::text as document_expires_on, address_issued_on::text as address_issued_on, reasons, created_at, decided_at
          from kyc_applications where user_id = ${userId} order by created_at
        `.execute(db);
        return rows;
      });
  },
  jobs: {
    [tendJob]: async (_payload, { platform }) => {
      await pollSubmitted(platform);
      await advanceAll(platform);
      await forgetAtProvider(platform);
      await forgetNonces(platform.database.kysely, platform.clock.now());
    },
    [endJob]: async (_payload, { platform }) => tendExpiry(platform),
    [dailyJob]: async (_payload, { platform }) => {
      await closeUnanswered(platform);
      await deleteOldDocuments(platform);
    },
  },
  cron: [
    { job: tendJob, match: '* * * * *' },
    { job: endJob, match: '* * * * *' },
    { job: dailyJob, match: '7 * * * *' },
  ],
  secrets: documentSecrets,
};
