import { orderEndpoints } from '@emporion/contracts/rest';
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
    async ({ body, caller, request }) => {
      requireThawed(caller);
      const market = live.market(body.pair);
      const { orderId } = await submit(trading, marketOrder(body, market, caller.userId), (rejection) => {
        const problem = marketOrderProblem(rejection, market);
        // Clients only log these two, as the specification has it; so does whoever is asked about them later.
        if (problem.detail !== undefined)
          request.log.info({ problem: problem.code, detail: problem.detail }, 'a market order was refused');
        return problem;
      });
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
      // The exchange numbers the two one after the other. Sent again, the first may have lost the other one by now.
      const own = (id: number) => answerOrder(trading, { account, id });
      return { orders: [await own(orderId), await own(orderId + 1)] };
    },
    often,
  );
}
