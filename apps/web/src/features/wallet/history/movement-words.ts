import type { Movement } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { unlistedCurrency } from '#api/contract/movements.ts';
import { formatMoney, formatNumber } from '#ui/number/format-number.ts';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { bankState } from '../model/bank-state.ts';
import { networkName } from '../model/networks.ts';

/** The words of an exchange: a sale has its coin on the paid side, a purchase on the received one, a swap on both. */
function exchangeKind({ type, direction }: Pick<Movement, 'type' | 'direction'>): 'swap' | 'buy' | 'sell' {
  if (type === 'swap') return 'swap';
  return direction === 'in' ? 'buy' : 'sell';
}

/** What a movement is called: a transfer and a code differ by whether they bring the coin. */
export function movementName(
  { type, direction, exchange, currency }: Pick<Movement, 'type' | 'direction' | 'exchange' | 'currency'>,
  t: Translate,
): string {
  if (exchange !== null) {
    const kind = exchangeKind({ type, direction });
    return t(`history.exchange.${kind}.name`, { coin: currency, from: exchange.paid?.currency ?? '' });
  }
  if (type === 'transfer' || type === 'code') return t(`history.kinds.${type}_${direction}`);
  return t(`wallet.kinds.${type}`);
}

/** A code waits for whoever redeems it, which is no trouble, and a bank has words of its own; undefined where the name of the state says all. */
export function stateName(
  { type, stage, status }: Pick<Movement, 'type' | 'stage' | 'status'>,
  t: Translate,
): string | undefined {
  if (type === 'bank') return bankState({ stage, status }, t);
  return type === 'code' && stage === 'active' ? t('history.stages.active') : undefined;
}

/** Why it waits or was not paid, in a sentence; empty where there is nothing to say. */
export function reasonText({ reason }: Pick<Movement, 'reason'>, t: Translate): string {
  if (reason === null) return '';
  return t(`wallet.reasons.${reason}`, { defaultValue: '' });
}

/** The coin, as a row names it. */
export function coinOf({ currency }: Pick<Movement, 'currency'>, t: Translate): string {
  return currency === unlistedCurrency ? t('history.unlisted') : currency;
}

const plainNumber = (text: string): string => formatNumber(text, { decimals: 18, trimZeros: true });

const moneyText = ({ currency, amount }: { currency: string; amount: string }): string =>
  formatMoney(amount, currency);

/** Such as "Bought 0.00069495 BTC for 50.00 USD". */
export function exchangeText(movement: Movement, t: Translate): string {
  const { exchange, currency } = movement;
  if (exchange?.paid == null) return '';
  const paid = moneyText(exchange.paid);
  if (exchange.received === null) return t('history.exchange.paid', { paid, coin: currency });
  const received = moneyText(exchange.received);
  return t(`history.exchange.${exchangeKind(movement)}.text`, { paid, received });
}

/** What the markets did not take, such as "0.05 USD left in your wallet"; empty where they took all. */
export function remainderText({ exchange }: Pick<Movement, 'exchange'>, t: Translate): string {
  const rests = exchange?.remainders ?? [];
  return rests.length === 0 ? '' : t('history.exchange.remainder', { rest: rests.map(moneyText).join(', ') });
}

/** Where to, from whom or what for, as short as a row has room for. */
export function movementPlace(
  movement: Movement,
  {
    t,
    blockchains,
    hidden,
  }: { readonly t: Translate; readonly blockchains: Blockchains; readonly hidden: boolean },
): string {
  if (movement.unreadable !== undefined) return t('history.unreadable.row');
  const { type, trade, counterparty, hint, label, network, internal, contract } = movement;
  if (movement.exchange !== null && trade === null)
    return hidden ? (label ?? movementName(movement, t)) : exchangeText(movement, t);
  if (label !== null && movement.card_order !== null) return label;
  if (trade !== null) {
    const { operation, pair, quantity, price } = trade;
    // The eye hides how much it was; which market it was is no figure.
    if (hidden) return pair;
    return t(`history.trade.${operation}`, {
      pair,
      quantity: plainNumber(quantity),
      price: plainNumber(price),
    });
  }
  if (counterparty !== null) return counterparty;
  if (hint !== null) return type === 'bank' ? hint : t('history.hint', { hint });
  if (contract !== null) return contract;
  if (label !== null) return label;
  if (internal) return t('history.internal');
  return network === null ? '' : networkName(network, blockchains);
}

export function momentText(moment: string, language: string, style: 'short' | 'exact' = 'short'): string {
  const look = style === 'short' ? dateStyles.moment : dateStyles.exact;
  return dateFormat(language, look).format(new Date(moment));
}
