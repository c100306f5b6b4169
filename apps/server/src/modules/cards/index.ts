import { sql } from 'kysely';
import { onPersonErased } from '#modules/identity/index.ts';
import { liveExchange, refusalsOfDay, tradingOf } from '#modules/trading/index.ts';
import { whileListening } from '#platform/http/while-listening.ts';
import type { ServerModule } from '#platform/module.ts';
import { acquirersOf } from './acquirer/acquirers.ts';
import { awaitsCardPayment } from './awaits-payment.ts';
import { addCardRoutes } from './card-routes.ts';
import { pollOpen } from './events/poll.ts';
import { addWebhookRoute } from './events/webhook-route.ts';
import { advanceAll } from './orders/advance.ts';
import { payoutAccountOf } from './orders/sell.ts';
import { addReviewRoutes } from './review/review-routes.ts';
import { bookSettlements } from './review/settlements.ts';
import { cardSecrets, sealPlainTokens } from './sealed-tokens.ts';

export { awaitsCardPayment } from './awaits-payment.ts';
export { advanceQuietly as advanceCardOrder } from './orders/advance.ts';
export { changeCardLevels, checkCardLevels } from './review/levels.ts';
export { beginRefund, checkRefund, describeRefund } from './review/refund.ts';
export { isWatchedChargeback } from './review/watched-chargebacks.ts';

onPersonErased(async (db, userId) => {
  await sql`delete from saved_cards where user_id = ${userId}`.execute(db);
  await sql`
    update card_orders set destination = null, holder = null, plain_token = null, sealed_token = null, card_brand = null, card_last_four = null
    where user_id = ${userId}
  `.execute(db);
});

const tendJob = 'cards.tend';

/** Coins bought and sold with cards: payments by acquirers, what they tell us, and the money that follows from it. */
export const cardsModule: ServerModule = {
  name: 'cards',
  needs: [liveExchange, refusalsOfDay],
  secrets: cardSecrets,
  async register(app, platform) {
    await sealPlainTokens(platform.database.kysely, platform.config);
    acquirersOf(platform).serve(app);
    addCardRoutes(app, await tradingOf(platform));
    addReviewRoutes(app, platform);
    await addWebhookRoute(app, platform);
    // What a crash left in the middle goes on at once, while the exchange still knows what it decided then.
    whileListening(app, () => {
      const going = advanceAll(platform).catch((err: unknown) =>
        platform.log.error({ part: 'cards', err }, 'card orders wait for their job'),
      );
      return { stop: () => going };
    });
    if (app.hasDecorator('accountHooks')) {
      // A stranger may have paid with a card of theirs, or mean to be paid out to it.
      app.accountHooks.addDisownTask(async (db, { userId, since }) => {
        await sql`delete from saved_cards where user_id = ${userId} and saved_at >= ${since}`.execute(db);
      });
      app.accountHooks.addClosingObjection(async (db, userId) =>
        (await awaitsCardPayment(db, userId, platform.clock.now())) ? 'account_not_empty' : undefined,
      );
      app.accountHooks.setPayoutAccountFinder((asked) => payoutAccountOf(platform, asked));
      app.accountHooks.addExportSection('saved_cards', async (db, userId) => {
        const { rows } = await sql`
          select system, brand, last_four, expires_month, expires_year, saved_at from saved_cards where user_id = ${userId}
        `.execute(db);
        return rows;
      });
    }
  },
  jobs: {
    [tendJob]: async (_payload, { platform }) => {
      await advanceAll(platform);
      await bookSettlements(platform);
      await pollOpen(platform);
    },
  },
  cron: [{ job: tendJob, match: '* * * * *' }],
};
