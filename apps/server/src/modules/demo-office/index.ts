import { fundDemoAccounts } from '#modules/demo-market/index.ts';
import { whileListening } from '#platform/http/while-listening.ts';
import type { ServerModule } from '#platform/module.ts';
import { fillOffice, missingCases } from './fill-office.ts';
import { openOfficeAccounts } from './people.ts';

/**
 * The desk of a demo's staff, as on an ordinary day: tickets, a held withdrawal, verifications, card
 * purchases, an approval and a second administrator. It is filled once for each database, through the
 * API and behind the running server. DEMO_MARKET=false leaves it empty.
 */
export const demoOfficeModule: ServerModule = {
  name: 'demo-office',
  register(app, platform) {
    const { config, database, log } = platform;
    if (!config.demo || !config.demoMarket) return;
    const fund = (account: string, funds: Readonly<Record<string, string>>) =>
      fundDemoAccounts(platform, { accounts: [account], funds, purpose: 'office' });
    whileListening(app, () => {
      const stop = new AbortController();
      const fill = async () => {
        if ((await missingCases({ platform })).length === 0) return;
        await database.kysely.transaction().execute((db) => openOfficeAccounts(db, platform));
        await fillOffice({ app, platform, fund }, stop.signal);
      };
      const filled = fill().catch((err: unknown) => {
        if (!stop.signal.aborted) log.error({ err }, 'the desk of the demo could not be filled');
      });
      return {
        stop: async () => {
          stop.abort();
          await filled;
        },
      };
    });
  },
};
