import type { Movement } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { MarketUnits } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { LedgerEntry } from '../history/ledger.ts';
import { cardLegs, exchangeMovement, type Leg, netOf, tradeLegs } from './exchange-movement.ts';
import type { ListedMovement } from './list-movements.ts';
import {
  type CardRow,
  type Fill,
  readCardLines,
  readCards,
  readFills,
  readSwaps,
  readTradeLines,
  type SwapRow,
} from './read-exchange-rows.ts';

/** What is known of the actions of a page. */
interface Known {
  readonly decimals: ReadonlyMap<string, number>;
  readonly fillsByOrder: ReadonlyMap<string, readonly Fill[]>;
  readonly linesByTrade: ReadonlyMap<string, readonly LedgerEntry[]>;
  readonly linesByCard: ReadonlyMap<string, readonly LedgerEntry[]>;
}

/** Fills, swaps and card orders with all that they moved: one row each. A page costs five questions. */
export async function exchangeMovements(
  { database: { kysely }, view }: Pick<Platform, 'database' | 'view'>,
  userId: string,
  listed: readonly Pick<ListedMovement, 'source' | 'id'>[],
): Promise<Movement[]> {
  const idsOf = (wanted: 'trade' | 'swap' | 'card') =>
    listed.flatMap(({ source, id }) => (source === wanted ? [wanted === 'card' ? id : id.slice(1)] : []));
  const [tradeIds, swapIds, cardIds] = [idsOf('trade'), idsOf('swap'), idsOf('card')];
  if (tradeIds.length + swapIds.length + cardIds.length === 0) return [];
  const cards = await readCards(kysely, userId, cardIds);
  const ofCards = cards.flatMap(({ swap }) => swap ?? []);
  const swaps = new Map(
    (await readSwaps(kysely, userId, [...swapIds, ...ofCards])).map((swap) => [swap.id, swap]),
  );
  const orders = [...swaps.values()].flatMap((swap) => swap.orders);
  const fills = await readFills(kysely, userId, { ids: tradeIds, orders });
  const [linesByTrade, linesByCard, { decimals, markets }] = await Promise.all([
    readTradeLines(kysely, userId, fills),
    readCardLines(kysely, userId, cardIds),
    view.read((exchange) => ({
      decimals: new Map(exchange.coins),
      markets: new Map([...exchange.markets].map(([code, { definition }]) => [code, definition])),
    })),
  ]);
  const fillsByOrder = new Map<string, Fill[]>();
  for (const fill of fills) fillsByOrder.set(fill.order, [...(fillsByOrder.get(fill.order) ?? []), fill]);
  const known = { decimals, fillsByOrder, linesByTrade, linesByCard };
  const wanted = new Set(tradeIds);
  return [
    ...fills.flatMap((fill) => {
      const definition = markets.get(fill.market);
      return definition && wanted.has(fill.id) ? tradeMovement(fill, new MarketUnits(definition), known) : [];
    }),
    ...swapIds.flatMap((id) => {
      const swap = swaps.get(id);
      return swap ? swapMovement(swap, known) : [];
    }),
    ...cards.map((card) => cardMovement(card, swaps.get(card.swap ?? ''), known)),
  ];
}

function tradeMovement(fill: Fill, units: MarketUnits, { decimals, linesByTrade }: Known): Movement {
  const { id, order, market: pair, side, price, quantity } = fill;
  const legs = tradeLegs(linesByTrade.get(id) ?? [], pair);
  const { base, quote } = units;
  const [from, to] = side === 'buy' ? [quote, base] : [base, quote];
  const show = showBy(decimals);
  const net = netOf(legs);
  const at = new Date(fill.at).toISOString();
  return exchangeMovement(
    {
      ...{ id: `t${id}`, type: 'trade', at, updated: at, legs, coin: base },
      direction: side === 'buy' ? 'in' : 'out',
      paid: { currency: from, amount: show(from, -(net.get(from) ?? 0n)) },
      received: { currency: to, amount: show(to, net.get(to) ?? 0n) },
      remainders: [],
      more: {
        trade: {
          ...{ id, order_id: order, pair, operation: side },
          ...{ price: units.showPrice(price), quantity: units.showQuantity(quantity) },
        },
      },
    },
    decimals,
  );
}

const showBy = (decimals: Known['decimals']) => (coin: string, units: bigint) =>
  formatDecimal(units, decimals.get(coin) ?? 0);

/** The legs of a swap, market by market. */
function legsOfSwap({ orders }: SwapRow, { fillsByOrder, linesByTrade }: Known): Leg[] {
  return orders.flatMap((order) => {
    const fills = fillsByOrder.get(order) ?? [];
    const lines = fills.flatMap(({ id }) => linesByTrade.get(id) ?? []);
    lines.sort((one, other) => one.event - other.event || one.line - other.line);
    return tradeLegs(lines, fills[0]?.market ?? '');
  });
}

function swapMovement(swap: SwapRow, known: Known): Movement {
  const { id, from, to, given, received, asked } = swap;
  const { decimals } = known;
  const show = showBy(decimals);
  const legs = legsOfSwap(swap, known);
  const at = new Date(swap.at).toISOString();
  const [gave, got] = [show(from, given), show(to, received)];
  return exchangeMovement(
    {
      ...{ id: `s${id}`, type: 'swap', at, updated: at, legs, coin: to, direction: 'in' },
      paid: { currency: from, amount: gave },
      received: { currency: to, amount: got },
      remainders: [
        ...unusedOf({ coin: from, asked, units: given }, decimals),
        ...leftOnTheWay(legs, [from, to], decimals),
      ],
      more: { swap: { id, from, to, given: gave, received: got } },
    },
    decimals,
  );
}

/** What of an amount that was asked for was not taken. */
function unusedOf(
  { coin, asked, units }: { coin: string; asked: string | null; units: bigint },
  decimals: Known['decimals'],
) {
  const parsed = parseDecimal(asked ?? '0', decimals.get(coin) ?? 0);
  const unused = parsed.ok ? parsed.value - units : 0n;
  return unused > 0n ? [{ currency: coin, amount: showBy(decimals)(coin, unused) }] : [];
}

/** What two markets in a row leave of the coins between them. */
function leftOnTheWay(legs: readonly Leg[], ends: readonly string[], decimals: Known['decimals']) {
  return [...netOf(legs)].flatMap(([currency, units]) =>
    units > 0n && !ends.includes(currency) ? [{ currency, amount: showBy(decimals)(currency, units) }] : [],
  );
}

/** Stages in which more of the order's money is going to move. */
const unfinished: ReadonlySet<string> = new Set([
  ...['paid', 'credited', 'sold', 'sending', 'settling', 'returning'],
]);

function cardMovement(card: CardRow, swap: SwapRow | undefined, known: Known): Movement {
  const { id, side, stage, label, currency, coin } = card;
  const { decimals, linesByCard } = known;
  const ofCard = cardLegs(linesByCard.get(`card:${id}`) ?? []);
  const ofSwap = swap === undefined ? [] : legsOfSwap(swap, known);
  const isBuy = side === 'buy';
  const legs = isBuy ? [...ofCard, ...ofSwap] : [...ofSwap, ...ofCard];
  const isPending = unfinished.has(stage);
  const show = showBy(decimals);
  const left = netOf(legs).get(currency) ?? 0n;
  const remainders = isBuy
    ? left > 0n && !isPending
      ? [{ currency, amount: show(currency, left) }]
      : []
    : swap === undefined
      ? []
      : unusedOf({ coin, asked: card.asked, units: swap.given }, decimals);
  return exchangeMovement(
    {
      ...{ id, type: isBuy ? 'card_purchase' : 'card_sale', direction: isBuy ? 'in' : 'out' },
      ...{ at: card.at.toISOString(), updated: card.updatedAt.toISOString(), coin, legs, isPending },
      ...(isBuy ? boughtBy(card) : soldBy(card, isPending)),
      remainders: [...remainders, ...leftOnTheWay(legs, [coin, currency], decimals)],
      more: { card_order: id, label },
    },
    decimals,
  );
}

const boughtBy = ({ currency, coin, amount, coinAmount }: CardRow) => ({
  paid: { currency, amount: amount ?? '0' },
  received: coinAmount === null ? null : { currency: coin, amount: coinAmount },
});

/** What a sale brings is paid out; of a payout that came back all of it is on the balance. */
function soldBy({ stage, currency, coin, amount, fee, coinAmount }: CardRow, isPending: boolean) {
  const whole = parseDecimal(amount ?? '0', 2);
  const taken = parseDecimal(stage === 'failed' ? '0' : (fee ?? '0'), 2);
  const net = whole.ok && taken.ok ? whole.value - taken.value : 0n;
  return {
    paid: { currency: coin, amount: coinAmount ?? '0' },
    received: isPending ? null : { currency, amount: formatDecimal(net, 2) },
  };
}
