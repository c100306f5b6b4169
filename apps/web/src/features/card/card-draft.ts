import type { PayMethod, PaySystem, PaySystemTerms } from '@emporion/contracts/rest';
import { toUnits } from '#market/units.ts';

export type CardSide = 'buy' | 'sell';
type Terms = PaySystemTerms['currencies'][number];
export type CardCurrency = Terms['currency'];

/** What is asked for: one side is written, the other one is answered. */
export interface CardDraft {
  readonly side: CardSide;
  readonly system: PaySystem;
  readonly method: PayMethod;
  readonly currency: CardCurrency;
  readonly coin: string;
  readonly written: 'give' | 'receive';
  readonly amount: string;
}

/** What the server offers, as far as a draft goes by it. */
export interface CardOffer {
  readonly default: PaySystem;
  readonly systems: readonly PaySystemTerms[];
  readonly coins: readonly string[];
}

export interface Way {
  readonly system: PaySystemTerms;
  readonly method: PayMethod;
  readonly terms: Terms;
}

/** By what one can pay or be paid in a currency, the default system first. A sale has one way for each system: what it is paid out to. */
export function waysOf(
  offer: CardOffer,
  { side, currency }: Pick<CardDraft, 'side' | 'currency'>,
): readonly Way[] {
  const ordered = [...offer.systems].sort(
    (one, two) => Number(two.name === offer.default) - Number(one.name === offer.default),
  );
  return ordered.flatMap((system) => {
    const terms = system.currencies.find((each) => each.currency === currency);
    const isOn = side === 'buy' ? terms?.purchases : terms?.sales;
    if (terms === undefined || !isOn) return [];
    const methods = side === 'buy' ? system.methods : system.methods.slice(0, 1);
    return methods.map((method) => ({ system, method, terms }));
  });
}

/** Currencies in which anything is on, in the order in which systems name them. */
export function currenciesOf(offer: CardOffer, side: CardSide): readonly CardCurrency[] {
  const all = offer.systems.flatMap(({ currencies }) =>
    currencies
      .filter((terms) => (side === 'buy' ? terms.purchases : terms.sales))
      .map(({ currency }) => currency),
  );
  return [...new Set(all)];
}

/** The way of a draft, or the first that there is in place of one that is off. */
export function wayOf(offer: CardOffer, draft: CardDraft): Way | undefined {
  const ways = waysOf(offer, draft);
  return (
    ways.find(({ system, method }) => system.name === draft.system && method === draft.method) ??
    ways.find(({ system }) => system.name === draft.system) ??
    ways[0]
  );
}

/** Puts a draft onto what is offered, so that nobody sends what is off. Undefined: nothing is offered on this side. */
export function fitted(offer: CardOffer, draft: CardDraft): CardDraft | undefined {
  const currencies = currenciesOf(offer, draft.side);
  const currency = currencies.includes(draft.currency) ? draft.currency : currencies[0];
  const coin = offer.coins.includes(draft.coin) ? draft.coin : offer.coins[0];
  if (currency === undefined || coin === undefined) return undefined;
  const way = wayOf(offer, { ...draft, currency });
  return way && { ...draft, currency, coin, system: way.system.name, method: way.method };
}

/** As the address of the page has it, so that whoever logs in or pays finds it filled. */
export function draftOf(address: URLSearchParams, offer: CardOffer): CardDraft | undefined {
  const read = (name: string) => address.get(name) ?? '';
  const amount = read('amount');
  return fitted(offer, {
    side: read('side') === 'sell' ? 'sell' : 'buy',
    system: (read('system') || offer.default) as PaySystem,
    method: (read('method') || 'credit_card') as PayMethod,
    currency: (read('currency') || 'USD') as CardCurrency,
    coin: read('coin') || 'BTC',
    written: read('written') === 'receive' ? 'receive' : 'give',
    amount: /^\d{1,24}(\.\d{1,18})?$/.test(amount) ? amount : '',
  });
}

export function addressOf({
  side,
  system,
  method,
  currency,
  coin,
  written,
  amount,
}: CardDraft): URLSearchParams {
  return new URLSearchParams({ tab: 'card', side, system, method, currency, coin, written, amount });
}

/** By what kind of thing somebody pays or is paid: not everything is a card. */
export function kindOf(method: PayMethod): 'card' | 'wallet' | 'bank' {
  if (method.endsWith('_wallet')) return 'wallet';
  return method.endsWith('_transfer') ? 'bank' : 'card';
}

export function exceeds(amount: string, most: string): boolean {
  return toUnits(amount) > toUnits(most);
}

/** The currency and the coin in the order in which they are paid and received. */
export function pairOf({ side, currency, coin }: Pick<CardDraft, 'side' | 'currency' | 'coin'>) {
  return side === 'buy' ? { give: currency, receive: coin } : { give: coin, receive: currency };
}
