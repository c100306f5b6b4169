import { sql } from 'kysely';
import { onPersonErased } from '#modules/identity/index.ts';
import { liveExchange, refusalsOfDay, tradingOf } from '#modules/trading/index.ts';
import { whileListening } from '#platform/http/while-listening.ts';
import type { ServerModule } from '#platform/module.ts';
import { addQuoteRoutes } from './quotes/quote-routes.ts';
import { addRecurringRoutes } from './recurring/recurring-routes.ts';
import { startRecurring } from './recurring/run-recurring.ts';
import { addSwapRoutes } from './swap-routes.ts';

export { type MadeQuote, makeQuote, quoteOnWire } from './quotes/make-quote.ts';
export { runDue } from './recurring/run-recurring.ts';
export { findRoute } from './route.ts';
export { swapOfCommand } from './swap-wire.ts';
export { positiveUnits, remainderOf } from './units.ts';

onPersonErased(async (db, userId) => {
  await sql`update recurring_swaps set status = 'ended' where user_id = ${userId}`.execute(db);
});

/** Swaps of one coin into another, at once or again and again. */
export const swapModule: ServerModule = {
  name: 'swap',
  needs: [liveExchange, refusalsOfDay],
  async register(app, platform) {
    const trading = await tradingOf(platform);
    addSwapRoutes(app, trading);
    addQuoteRoutes(app, trading);
    addRecurringRoutes(app, trading);
    whileListening(app, () => startRecurring(trading));
  },
};
