import type { Fill, Order } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { fromUnits, toUnits } from '#market/units.ts';
import { kindOf } from '#orders/model/order-kind.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';

export type Line = readonly [name: string, value: string];

/** What was paid in each coin, exactly. An order pays in one coin; whoever adds up several orders may find more. */
export function feesOf(fills: readonly Pick<Fill, 'fee' | 'fee_coin'>[]): ReadonlyMap<string, string> {
  const sums = new Map<string, bigint>();
  for (const { fee, fee_coin } of fills) sums.set(fee_coin, (sums.get(fee_coin) ?? 0n) + toUnits(fee));
  return new Map([...sums].map(([coin, fee]) => [coin, fromUnits(fee)]));
}

const prices = ['price', 'stop_price', 'trail', 'min_price', 'max_price', 'average_price'] as const;

/** The reasons of the exchange that people know by name; any other is told as it is. */
const reasons = ['cancelled', 'unfilled', 'self_trade', 'dust', 'linked', 'too_many_fills'] as const;

function shown(value: string, coin: string): string {
  return `${formatNumber(value, { trimZeros: true })} ${coin}`;
}

function when(moment: Date, language: string): string {
  return dateFormat(language, dateStyles.exact).format(moment);
}

/** Everything that an order says of itself. */
export function orderLines(
  order: Order,
  { t, language }: { t: Translate; language: string },
): readonly Line[] {
  const [base = '', quote = ''] = order.pair.split('-');
  const priced = prices.flatMap((field): Line[] => {
    const price = order[field];
    return price === null ? [] : [[t(`trade.fields.${field}`), shown(price, quote)]];
  });
  const optional = (name: string, value: string | null): Line[] => (value === null ? [] : [[name, value]]);
  return [
    [t('trade.orders.id'), order.id],
    [t('trade.orders.kind'), t(`trade.kinds.${kindOf(order)}`)],
    [t('trade.orders.side'), t(`trade.side.${order.operation}`)],
    [t('trade.orders.status'), t(`trade.status.${order.status}`)],
    ...optional(t('trade.orders.reason'), reasonOf(order, t)),
    ...optional(t('trade.fields.percent'), order.percent === null ? null : inPercent(order.percent)),
    ...priced,
    order.budget === null
      ? [t('trade.fields.quantity'), shown(order.quantity, base)]
      : [t('trade.orders.budget'), shown(order.budget, quote)],
    [t('trade.orders.filled'), shown(order.filled, base)],
    [t('trade.fields.total'), shown(order.total, quote)],
    [t('trade.orders.fee'), shown(order.fee, order.fee_coin)],
    ...optional(t('trade.fields.time_in_force'), lastingOf(order, t)),
    ...optional(t('trade.orders.postOnly'), order.post_only ? t('trade.yes') : null),
    ...optional(t('trade.orders.linkedTo'), order.linked_to),
    [t('trade.orders.placed'), when(new Date(order.time), language)],
    [t('trade.orders.updated'), when(new Date(order.updated * 1_000), language)],
  ];
}

/** Only these kinds can last otherwise than their kind says. */
function lastingOf(order: Order, t: Translate): string | null {
  const kind = kindOf(order);
  return kind === 'limit' || kind === 'stop_limit' ? t(`trade.times.${order.time_in_force}`) : null;
}

function reasonOf({ reason }: Order, t: Translate): string | null {
  if (reason === null) return null;
  return reasons.some((known) => known === reason) ? t(`trade.reasons.${reason}`) : reason;
}
