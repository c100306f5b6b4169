import { formatDecimal, invariant } from '@emporion/kernel';
import { type Accepted, type LiveExchange, readSeen, type Trading } from '#modules/trading/index.ts';
import {
  findSwapOfOrder,
  type ListedSwap,
  type PaidFee,
  type SwapRecord,
  swapHistory,
} from './history/swaps.ts';
import { remainderOf, unitsOf } from './units.ts';

/** A swap is done or it never was: there is one state. */
export const doneState = 1;

type Swapped = Pick<SwapRecord, 'id' | 'from' | 'to' | 'given' | 'received' | 'swappedAt'>;

/** The swap that an accepted command made, now or when it was first sent. */
export async function swapOfCommand(
  { platform, live }: Trading,
  account: string,
  { sequence, orderId }: Accepted,
): Promise<Swapped> {
  const find = () => findSwapOfOrder(platform.database.kysely, { account, orderId });
  const swap =
    justExecuted(live, sequence) ?? (await readSeen(platform, swapHistory, find, 'gateway_timeout'));
  invariant(swap, 'an accepted swap is nowhere');
  return swap;
}

/** The swap of a command that was answered just now; a repetition's is in the history. */
function justExecuted(live: LiveExchange, sequence: number): Swapped | undefined {
  const events = live.eventsOf(sequence);
  const [accepted] = events;
  const swap = events.find((event) => event.kind === 'SwapExecuted');
  if (accepted?.kind !== 'CommandAccepted' || swap?.kind !== 'SwapExecuted') return undefined;
  return { ...swap, id: sequence, swappedAt: accepted.acceptedAt };
}

/** With what of the amount that was asked for was not taken. */
export function swapOnWire(
  live: LiveExchange,
  { id, from, to, given, received, swappedAt }: Swapped,
  unused: bigint,
) {
  const show = (coin: string, amount: bigint) => formatDecimal(amount, live.coins.get(coin) ?? 0);
  return {
    id: String(id),
    from,
    to,
    given: show(from, given),
    received: show(to, received),
    remainder: remainderOf(live, { coin: from, units: unused }),
    state: doneState,
    time: new Date(swappedAt).toISOString(),
  };
}

/** With what it cost in each of its markets. */
export function listedOnWire(live: LiveExchange, swap: ListedSwap, paid: ReadonlyMap<number, PaidFee>) {
  const fees = swap.orderIds.flatMap((order) => {
    const fee = paid.get(order);
    return fee ? [{ ...fee, amount: formatDecimal(fee.amount, live.coins.get(fee.coin) ?? 0) }] : [];
  });
  const unused = swap.asked === null ? 0n : unitsOf(live, swap.from, swap.asked) - swap.given;
  return { ...swapOnWire(live, swap, unused), fees };
}
