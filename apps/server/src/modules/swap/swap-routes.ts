import { swapEndpoints } from '@emporion/contracts/rest';
import {
  type Accepted,
  accepted,
  requireSeen,
  requireThawed,
  submit,
  type Trading,
} from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { keepRequest } from './history/requests.ts';
import { listSwaps, readFees, swapHistory } from './history/swaps.ts';
import { findRoutes, requireSwappable } from './route.ts';
import { doneState, listedOnWire, swapOfCommand, swapOnWire } from './swap-wire.ts';
import { positiveUnits, unitsOf } from './units.ts';

export function addSwapRoutes(app: App, trading: Trading): void {
  const { platform, live } = trading;

  serveEndpoint(app, swapEndpoints.swap, async ({ body, caller }) => {
    const { from, to, amount, min_receive, client_order_id } = body;
    const account = caller.userId;
    requireThawed(caller);
    await requireSwappable(platform, { from, to });
    const [best, ...others] = findRoutes([...live.markets], { from, to });
    if (!best) throw new Problem('not_suitable_pair');
    const command = {
      kind: 'Swap',
      key: client_order_id === undefined ? null : `swap:${account}:${client_order_id}`,
      account,
      from,
      to,
      amount: positiveUnits(live, from, amount),
      minimumReceived: unitsOf(live, to, min_receive),
    } as const;
    const result = await submitOnce(trading, command, { best, others });
    const swap = await swapOfCommand(trading, account, result);
    await keepRequest(trading, { account, swap, asked: command.amount });
    return swapOnWire(live, swap, command.amount - swap.given);
  });

  serveEndpoint(app, swapEndpoints.swaps, async ({ query, caller }) => {
    const { limit, offset, state } = query;
    // A swap is done or it never was: there is one state.
    if (state !== doneState) return { results: [], total: 0 };
    await requireSeen(platform, swapHistory);
    const { rows, total } = await listSwaps(platform.database.kysely, {
      account: caller.userId,
      limit,
      offset,
    });
    const orderIds = rows.flatMap((row) => row.orderIds);
    const paid = await readFees(platform.database.kysely, { account: caller.userId, orderIds });
    return { results: rows.map((swap) => listedOnWire(live, swap, paid)), total };
  });
}

type SwapCommand = Omit<Extract<CommandRequest, { kind: 'Swap' }>, 'route'>;

/**
 * Swaps by the best route. The route is ours and not the caller's, but the core knows a repetition by it: where a better one has appeared since the first time,
 * the other routes are tried, of which only the first one's can be that same command. Under a key that is known nothing is carried out.
 *
 * @throws what `submit` throws.
 */
async function submitOnce(
  trading: Trading,
  command: SwapCommand,
  { best, others }: { best: readonly string[]; others: readonly (readonly string[])[] },
): Promise<Accepted> {
  try {
    return await submit(trading, { ...command, route: best });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'duplicate_transaction') throw error;
    for (const route of others) {
      const result = await trading.platform.runtime.execute({ ...command, route });
      // Not repeated and accepted: the key was forgotten in this moment, and the swap is a new one.
      if (result.repeated || result.status === 'accepted') return accepted(result);
    }
    throw error;
  }
}
