import { batchOrdersMax, orderBatchEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { App } from '#platform/http/app.ts';
import { type BodyBounds, boundBodies } from '#platform/http/bodies/bounded-bodies.ts';
import type { CallerLimit } from '#platform/http/caller-limit.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { ensureAccount, requireThawed } from '../accounts.ts';
import { answerEach } from './answer-each.ts';
import { changeOf } from './change-routes.ts';
import { newOrder } from './order-commands.ts';
import { answerOrder, submit, type Trading } from './trading.ts';

/** Several times what fifty orders with all of their fields take. */
const batchBytesMax = 65_536;

interface Limits {
  readonly placing: CallerLimit;
  readonly changing: CallerLimit;
}

/**
 * Many orders in one call. They go to the exchange one after another in the same moment, so they share a write of the journal, and nobody else's
 * order comes between them.
 */
export async function addBatchRoutes(app: App, trading: Trading, limits: Limits): Promise<void> {
  const { placing, changing } = limits;
  await boundBodies(app, boundsOf(placing, 'orders'), (scope) => addPlaceRoute(scope, trading, placing));
  await boundBodies(app, boundsOf(changing, 'ids'), (scope) => addCancelRoute(scope, trading, changing));
}

/** Fifty wrong orders cost as much to judge as fifty right ones, so they are counted before. What is no list counts as a full one. */
function boundsOf(limit: CallerLimit, list: 'orders' | 'ids'): BodyBounds {
  return {
    bytesMax: batchBytesMax,
    beforeJudging: ({ caller, body }) => {
      invariant(caller !== null, 'a batch was reached without a caller');
      const items = (body as Record<string, unknown> | null | undefined)?.[list];
      const count = Array.isArray(items) ? Math.min(items.length, batchOrdersMax) : batchOrdersMax;
      limit.charge(caller.userId, Math.max(count - 1, 0));
    },
  };
}

function addPlaceRoute(app: App, trading: Trading, callerLimit: CallerLimit): void {
  const { platform, live } = trading;
  serveEndpoint(
    app,
    orderBatchEndpoints.place,
    async ({ body: { orders }, caller, request }) => {
      requireThawed(caller);
      const account = caller.userId;
      await ensureAccount(platform, live, account);
      return answerEach(request, orders, async (order) => {
        const { orderId } = await submit(trading, newOrder(order, live.market(order.pair), account));
        return answerOrder(trading, { account, id: orderId });
      });
    },
    { callerLimit, exactAnswer: true },
  );
}

function addCancelRoute(app: App, trading: Trading, callerLimit: CallerLimit): void {
  const { platform, live } = trading;
  serveEndpoint(
    app,
    orderBatchEndpoints.cancel,
    async ({ body: { ids }, caller, request }) => {
      const account = caller.userId;
      await ensureAccount(platform, live, account);
      return answerEach(request, ids, async (id) => {
        const own = { account, id: Number(id) };
        await submit(trading, { kind: 'CancelOrder', ...changeOf(own) });
        return answerOrder(trading, own);
      });
    },
    { callerLimit, exactAnswer: true },
  );
}
