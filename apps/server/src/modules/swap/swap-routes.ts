import { walletEndpoints } from '@emporion/contracts/rest';
import { formatDecimal, invariant } from '@emporion/kernel';
import {
  coinAmount,
  type LiveExchange,
  readSeen,
  requireSeen,
  requireThawed,
  submit,
  type Trading,
} from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { findSwapOfOrder, listSwaps, type SwapRecord, swapHistory } from './history/swaps.ts';
import { findRoute, requireSwappable } from './route.ts';

export function addSwapRoutes(app: App, trading: Trading): void {
  const { platform, live } = trading;

  serveEndpoint(app, walletEndpoints.swap, async ({ body, caller }) => {
    const { from, to, amount, min_receive, client_order_id } = body;
    const account = caller.userId;
    requireThawed(caller);
    await requireSwappable(platform, { from, to });
    const route = findRoute([...live.markets], { from, to });
    if (!route) throw new Problem('not_suitable_pair');
    const result = await submit(trading, {
      kind: 'Swap',
      key: client_order_id === undefined ? null : `swap:${account}:${client_order_id}`,
      account,
      from,
      to,
      amount: positive(live, from, amount),
      minimumReceived: unitsOf(live, to, min_receive),
      route,
    });
    const swap =
      justExecuted(live, result.sequence) ?? (await findEarlier(platform, account, result.orderId));
    invariant(swap, 'an accepted swap is nowhere');
    return swapOnWire(live, swap);
  });

  serveEndpoint(app, walletEndpoints.swaps, async ({ query, caller }) => {
    const { limit, offset, state } = query;
    // A swap is done or it never was: there is one state.
    if (state !== doneState) return { results: [], total: 0 };
    await requireSeen(platform, swapHistory);
    const { rows, total } = await listSwaps(platform.database.pool, {
      account: caller.userId,
      limit,
      offset,
    });
    return { results: rows.map((swap) => swapOnWire(live, swap)), total };
  });
}

const doneState = 1;

/** @throws Problem amount_too_small, and what `unitsOf` throws. */
function positive(live: LiveExchange, coin: string, text: string): bigint {
  const units = unitsOf(live, coin, text);
  if (units > 0n) return units;
  throw new Problem('amount_too_small', { params: { min: formatDecimal(1n, live.coins.get(coin) ?? 0) } });
}

/** @throws Problem coin_invalid, amount_too_many_decimals. */
function unitsOf(live: LiveExchange, coin: string, text: string): bigint {
  const decimals = live.coins.get(coin);
  if (decimals === undefined) throw new Problem('coin_invalid');
  return coinAmount(text, decimals, 'amount_too_many_decimals');
}

type Swapped = Pick<SwapRecord, 'id' | 'from' | 'to' | 'given' | 'received' | 'swappedAt'>;

/** The swap of a command that was answered just now; a repetition's is in the history. */
function justExecuted(live: LiveExchange, sequence: number): Swapped | undefined {
  const events = live.eventsOf(sequence);
  const [accepted] = events;
  const swap = events.find((event) => event.kind === 'SwapExecuted');
  if (accepted?.kind !== 'CommandAccepted' || swap?.kind !== 'SwapExecuted') return undefined;
  return { ...swap, id: sequence, swappedAt: accepted.acceptedAt };
}

function findEarlier(platform: Platform, account: string, orderId: number): Promise<Swapped | undefined> {
  const find = () => findSwapOfOrder(platform.database.pool, { account, orderId });
  return readSeen(platform, swapHistory, find, 'gateway_timeout');
}

function swapOnWire(live: LiveExchange, { id, from, to, given, received, swappedAt }: Swapped) {
  const show = (coin: string, amount: bigint) => formatDecimal(amount, live.coins.get(coin) ?? 0);
  return {
    id: String(id),
    from,
    to,
    given: show(from, given),
    received: show(to, received),
    state: doneState,
    time: new Date(swappedAt).toISOString(),
  };
}
