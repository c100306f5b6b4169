import { orderEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { App } from '#platform/http/app.ts';
import type { CallerLimit } from '#platform/http/caller-limit.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { requireThawed } from '../accounts.ts';
import { marketOrderProblem } from '../refusals.ts';
import { marketOrder, newOrder, ocoOrders, stopLimitOrder } from './order-commands.ts';
import { answerOrder, submit, type Trading } from './trading.ts';

export function addPlaceRoutes(app: App, trading: Trading, callerLimit: CallerLimit): void {
  const { live } = trading;
  const often = { callerLimit, exactAnswer: true };

  serveEndpoint(
    app,
    orderEndpoints.place,
    async ({ body, caller }) => {
      requireThawed(caller);
      const command = newOrder(body, live.market(body.pair), caller.userId);
      const { orderId } = await submit(trading, command);
      return answerOrder(trading, { account: caller.userId, id: orderId });
    },
    often,
  );

  serveEndpoint(
    app,
    orderEndpoints.placeStopLimit,
    async ({ body, caller }) => {
      requireThawed(caller);
      const command = stopLimitOrder(body, live.market(body.pair), caller.userId);
      const { orderId } = await submit(trading, command);
      return answerOrder(trading, { account: caller.userId, id: orderId });
    },
    often,
  );

  serveEndpoint(
    app,
    orderEndpoints.placeMarket,
    async ({ body, caller }) => {
      requireThawed(caller);
      const market = live.market(body.pair);
      const { orderId } = await submit(trading, marketOrder(body, market, caller.userId), (rejection) =>
        marketOrderProblem(rejection, (units) => `${market.showQuote(units)} ${market.quote}`),
      );
      return answerOrder(trading, { account: caller.userId, id: orderId });
    },
    often,
  );

  serveEndpoint(
    app,
    orderEndpoints.placeOco,
    async ({ body, caller }) => {
      requireThawed(caller);
      const account = caller.userId;
      const { orderId } = await submit(trading, ocoOrders(body, live.market(body.pair), account));
      const first = await answerOrder(trading, { account, id: orderId });
      invariant(first.linked_to !== null, 'the first order of a pair is not linked');
      return { orders: [first, await answerOrder(trading, { account, id: Number(first.linked_to) })] };
    },
    often,
  );
}
