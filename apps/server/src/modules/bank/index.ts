import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { awaitsBankTransfer } from './awaits-transfer.ts';
import { seedDemoBank } from './bank-accounts.ts';
import { addBankRoutes } from './bank-routes.ts';
import { creditBooked } from './deposits/credit.ts';

export { awaitsBankTransfer } from './awaits-transfer.ts';
export { creditBooked as creditBankTransfers } from './deposits/credit.ts';
export { bookBankCredit, checkBankCredit, describeBankCredit } from './deposits/propose-credit.ts';

const resumeJob = 'bank.resume';

/** Currencies that come in by bank transfer: announced by users, recorded by staff. */
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
    // What a crash left between its booking and its credit.
    [resumeJob]: async (_payload, { platform }) => {
      await creditBooked(platform);
    },
  },
  cron: [{ job: resumeJob, match: '* * * * *' }],
  seedDemo: (_platform, transaction) => seedDemoBank(transaction),
};
