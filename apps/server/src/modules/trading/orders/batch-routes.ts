import { type Order, type OrderOutcome, orderBatchEndpoints } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/http/app.ts';
import type { CallerLimit } from '#platform/http/caller-limit.ts';
import { renderProblem } from '#platform/http/errors/render-problem.ts';
import { Problem } from '#platform/http/problem.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { OutcomeUnknown } from '#platform/runtime.ts';
import { ensureAccount, requireThawed } from '../accounts.ts';
import { changed } from './change-routes.ts';
import { newOrder } from './order-commands.ts';
import { answerOrder, submit, type Trading } from './trading.ts';

/**
 * Many orders in one call. They go to the exchange one after another in the same moment, so they share a write of the journal, and nobody else's
 * order comes between them.
 */
export function addBatchRoutes(
  app: App,
  trading: Trading,
  { placing, changing }: { readonly placing: CallerLimit; readonly changing: CallerLimit },
): void {
  const { platform, live } = trading;

  serveEndpoint(
    app,
    orderBatchEndpoints.place,
    async ({ body: { orders }, caller, request }) => {
      requireThawed(caller);
      const account = caller.userId;
      placing.charge(account, orders.length - 1);
      await ensureAccount(platform, live, account);
      return answerEach(request, orders, async (order) => {
        const { orderId } = await submit(trading, newOrder(order, live.market(order.pair), account));
        return answerOrder(trading, { account, id: orderId });
      });
    },
    { callerLimit: placing, exactAnswer: true },
  );

  serveEndpoint(
    app,
    orderBatchEndpoints.cancel,
    async ({ body: { ids }, caller, request }) => {
      const account = caller.userId;
      changing.charge(account, ids.length - 1);
      await ensureAccount(platform, live, account);
      return answerEach(request, ids, async (id) => {
        const own = { account, id: Number(id) };
        await submit(trading, { kind: 'CancelOrder', ...changed(own) });
        return answerOrder(trading, own);
      });
    },
    { callerLimit: changing, exactAnswer: true },
  );
}

/** Does all of it at once. What is refused becomes an outcome; a fault, and a journal that failed, are the whole call's. */
async function answerEach<Item>(
  request: FastifyRequest,
  items: readonly Item[],
  work: (item: Item) => Promise<Order>,
): Promise<{ results: OrderOutcome[] }> {
  const refused = (error: unknown): OrderOutcome => {
    if (!(error instanceof Problem) || error instanceof OutcomeUnknown) throw error;
    const { body } = renderProblem(error, requestLanguage(request.headers['accept-language']));
    const fields = 'fields' in body ? { fields: body.fields } : {};
    return { order: null, error: { code: error.code, detail: body.detail, ...fields } };
  };
  const results = await Promise.all(
    items.map((item) => work(item).then((order) => ({ order, error: null }), refused)),
  );
  return { results };
}
