import type { ServerMessage } from '@emporion/contracts/sockets';
import type { Translate } from '@emporion/i18n/texts';
import { fractionDigits, fromUnits, toUnits, unitDecimals } from '#market/units.ts';
import { formatMoney, formatNumber } from '#ui/number/format-number.ts';
import { closeToast, showToast, toastsNow } from '#ui/toast/toast-store.ts';

export type Deal = Extract<ServerMessage, { kind: 'deals' }>['results'][number];

/** What one order has traded while its toast was shown, as exact counts. */
interface Traded {
  readonly quantity: bigint;
  readonly total: bigint;
  readonly priceDigits: number;
}

const traded = new Map<string, Traded>();

const dealAbout = (orderId: string): string => `deal of ${orderId}`;
const isShown = (about: string): boolean => toastsNow().some((toast) => toast.about === about);

function close(about: string): void {
  for (const toast of toastsNow()) if (toast.about === about) closeToast(toast.id);
}

function addDeal({ order_id, quantity, total, price }: Deal): Traded {
  const before = isShown(dealAbout(order_id)) ? traded.get(order_id) : undefined;
  const sum: Traded = {
    quantity: toUnits(quantity) + (before?.quantity ?? 0n),
    total: toUnits(total) + (before?.total ?? 0n),
    priceDigits: Math.max(fractionDigits(price), before?.priceDigits ?? 0),
  };
  traded.set(order_id, sum);
  return sum;
}

/** The average price, with the digits of the market, rounded to the nearest. */
function averagePrice({ quantity, total, priceDigits }: Traded): string {
  const step = 10n ** BigInt(unitDecimals - priceDigits);
  const price = quantity === 0n ? 0n : (total * 10n ** BigInt(unitDecimals)) / quantity;
  return fromUnits(((price + step / 2n) / step) * step);
}

function tellOrder(deal: Deal, t: Translate): void {
  const { order_id, pair, operation } = deal;
  const [base = '', quote = ''] = pair.split('-');
  const sum = addDeal(deal);
  // The form's message about an order that filled at once says the same.
  close(`order ${order_id}`);
  close(dealAbout(order_id));
  showToast({
    type: 'success',
    title: t(`shell.deal.${operation}`, {
      quantity: formatMoney(fromUnits(sum.quantity), base),
      price: `${formatNumber(averagePrice(sum), { decimals: unitDecimals, trimZeros: true })} ${quote}`,
    }),
    about: dealAbout(order_id),
  });
}

function tellSwap({ id, given, from, received, to }: NonNullable<Deal['swap']>, t: Translate): void {
  const about = `swap ${id}`;
  if (isShown(about)) return;
  const amounts = { given: formatMoney(given, from), received: formatMoney(received, to) };
  showToast({ type: 'success', title: t('shell.deal.swap', amounts), about });
}

/**
 * Shows one toast for each order, with the sum of its deals, and one for each swap, with the amounts of its receipt.
 */
export function tellDeals(deals: readonly Deal[], t: Translate): void {
  for (const order of traded.keys()) if (!isShown(dealAbout(order))) traded.delete(order);
  for (const deal of deals) {
    if (deal.swap === undefined) tellOrder(deal, t);
    else tellSwap(deal.swap, t);
  }
}
