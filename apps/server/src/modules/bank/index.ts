import { sql } from 'kysely';
import { onPersonErased } from '#modules/identity/index.ts';
import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { awaitsBankTransfer } from './awaits-transfer.ts';
import { seedDemoBank } from './bank-accounts.ts';
import { addBankRoutes } from './bank-routes.ts';
import { expireAnnounced } from './deposits/announce.ts';
import { creditBooked } from './deposits/credit.ts';

export { awaitsBankTransfer } from './awaits-transfer.ts';
export { requireBankAccount, writeBankAccount } from './bank-accounts.ts';
export { announcedDays } from './deposits/announce.ts';
export { creditBooked as creditBankTransfers } from './deposits/credit.ts';
export { bookBankCredit, checkBankCredit, describeBankCredit } from './deposits/propose-credit.ts';

// From whom money came tells who they are; that it came stays.
onPersonErased(async (db, userId) => {
  await sql`update bank_arrivals set sender = 'erased', reference = null where user_id = ${userId}`.execute(
    db,
  );
});

const resumeJob = 'bank.resume';

/** Currencies that come in by bank transfer: announced by users, recorded by staff. They leave on the wallet's path of withdrawals. */
export const bankModule: ServerModule = {
  name: 'bank',
  needs: [liveExchange],
  register: (app, platform) => {
    addBankRoutes(app, platform);
    if (!app.hasDecorator('accountHooks')) return;
    app.accountHooks.addClosingObjection(async (db, userId) =>
      (await awaitsBankTransfer(db, userId)) ? 'account_not_empty' : undefined,
    );
  },
  jobs: {
    // What a crash left between its booking and its credit, and what never came.
    [resumeJob]: async (_payload, { platform }) => {
      await creditBooked(platform);
      await expireAnnounced(platform);
    },
  },
  cron: [{ job: resumeJob, match: '* * * * *' }],
  seedDemo: (_platform, transaction) => seedDemoBank(transaction),
};
