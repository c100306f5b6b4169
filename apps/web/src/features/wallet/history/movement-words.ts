import type { Movement } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { unlistedCurrency } from '#api/contract/movements.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { bankState } from '../model/bank-state.ts';
import { networkName } from '../model/networks.ts';

/** What a movement is called: a transfer and a code differ by whether they bring the coin. */
export function movementName(
  { type, direction }: Pick<Movement, 'type' | 'direction'>,
  t: Translate,
): string {
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
  const { type, swap, trade, counterparty, hint, label, network, internal, contract } = movement;
  // Every row of a purchase or a swap says what it is part of.
  if (label !== null && movement.card_order !== null) return label;
  if (swap !== null) {
    const { from, to, given, received } = swap;
    if (hidden) return t('history.swap', { given: from, received: to });
    return t('history.swap', {
      given: `${plainNumber(given)} ${from}`,
      received: `${plainNumber(received)} ${to}`,
    });
  }
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
