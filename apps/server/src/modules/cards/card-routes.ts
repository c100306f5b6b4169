import { cardEndpoints, paySystems } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { originOf } from '#modules/identity/index.ts';
import { readTradingRules } from '#modules/markets/index.ts';
import { findRoute } from '#modules/swap/index.ts';
import { requireThawed, type Trading } from '#modules/trading/index.ts';
import { readPlace, writePlace } from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { acquirersOf } from './acquirer/acquirers.ts';
import { readOwnLimits } from './limits.ts';
import { buy } from './orders/buy.ts';
import { listOrders, requireOwnOrder } from './orders/order.ts';
import { orderOnWire } from './orders/order-wire.ts';
import { sell } from './orders/sell.ts';
import { purchaseOnWire, quotePurchase, quoteSale, saleOnWire } from './quotes.ts';
import { deleteSavedCard, listSavedCards } from './saved-cards.ts';
import { payoutTo, readTerms, showFiat, systemMethods, type Terms } from './terms.ts';

/** A page asks every few seconds, and at each pause of the typing. */
const previewsPerMinute = 120;

export function addCardRoutes(app: App, trading: Trading): void {
  const { platform } = trading;
  const { kysely } = platform.database;
  const now = () => platform.clock.now();
  const limits = { rateLimitPerMinute: previewsPerMinute };

  serveEndpoint(app, cardEndpoints.options, () => readOptions(trading));
  serveEndpoint(app, cardEndpoints.limits, ({ caller: { userId } }) => readOwnLimits(platform, userId));
  serveEndpoint(
    app,
    cardEndpoints.previewPurchase,
    async ({ body }) => purchaseOnWire(trading, await quotePurchase(trading, body, null)),
    limits,
  );
  serveEndpoint(
    app,
    cardEndpoints.previewSale,
    async ({ body }) => saleOnWire(trading, await quoteSale(trading, body, null)),
    limits,
  );
  serveEndpoint(app, cardEndpoints.buy, async ({ body, caller, request }) => {
    requireThawed(caller);
    const language = requestLanguage(request.headers['accept-language']);
    return orderOnWire(await buy(trading, { userId: caller.userId, language, body }), now());
  });
  serveEndpoint(app, cardEndpoints.sell, async ({ body, caller, request }) => {
    requireThawed(caller);
    const { userId, sessionId } = caller;
    return orderOnWire(await sell(trading, { userId, sessionId, origin: originOf(request), body }), now());
  });
  serveEndpoint(
    app,
    cardEndpoints.orders,
    async ({ caller: { userId }, query: { limit, offset, cursor, side } }) => {
      const after = readPlace(cursor);
      const found = await listOrders(
        kysely,
        sql`own.user_id = ${userId} and ${side === undefined ? sql`true` : sql`side = ${side}`}
        and ${after ? sql`(own.created_at, own.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
        order by own.created_at desc, own.id desc limit ${limit + 1} offset ${offset}`,
      );
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return {
        results: shown.map((row) => orderOnWire(row, now())),
        next: last ? writePlace({ rank: 0, at: last.createdAt, id: last.id }) : null,
      };
    },
  );
  serveEndpoint(app, cardEndpoints.order, async ({ caller: { userId }, params: { id } }) =>
    orderOnWire(await requireOwnOrder(kysely, { id, userId }), now()),
  );
  serveEndpoint(app, cardEndpoints.savedCards, async ({ caller: { userId } }) => ({
    results: await listSavedCards(kysely, userId, now()),
  }));
  serveEndpoint(app, cardEndpoints.deleteCard, async ({ caller: { userId }, params: { id } }) => {
    await deleteSavedCard(kysely, { id, userId });
    return {};
  });
}

async function readOptions(trading: Trading) {
  const { platform, live } = trading;
  const [terms, { coins }] = await Promise.all([
    platform.database.publicReads.read(readTerms),
    readTradingRules(platform),
  ]);
  const acquirers = acquirersOf(platform);
  const currencies = [...new Set(terms.map(({ currency }) => currency))];
  const markets = [...live.markets];
  return {
    default: paySystems[0],
    systems: paySystems.map((name) => ({
      ...{ name, methods: [...systemMethods[name]], payout: payoutTo[name] },
      currencies: terms
        .filter(({ system }) => system === name)
        .map((each) => termsOnWire(each, acquirers.find(name) !== undefined)),
    })),
    coins: coins
      .filter(({ code, hidden, swapDisabled }) => !hidden && !swapDisabled && !currencies.includes(code))
      .map(({ code }) => code)
      .filter((code) => currencies.some((from) => findRoute(markets, { from, to: code }) !== undefined)),
    sandbox: acquirers.isSandbox,
  };
}

const percent = (rate: bigint) => showFiat(rate);

function termsOnWire({ currency, purchase, payout, min, max, ...off }: Terms, isOffered: boolean) {
  return {
    currency: currency as 'USD' | 'EUR' | 'RUB',
    purchases: isOffered && !off.purchasesDisabled,
    sales: isOffered && !off.salesDisabled,
    ...{ purchase_fee_percent: percent(purchase.rate), purchase_fee_fixed: showFiat(purchase.fixed) },
    ...{ payout_fee_percent: percent(payout.rate), payout_fee_fixed: showFiat(payout.fixed) },
    ...{ min: showFiat(min), max: showFiat(max) },
  };
}
