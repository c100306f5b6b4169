import type { PaySystemTerms } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { addressOf, type CardOffer, currenciesOf, draftOf, fitted, waysOf } from './card-draft.ts';

const terms = (currency: 'USD' | 'EUR', on: { purchases: boolean; sales: boolean }) => ({
  ...{ currency, ...on, purchase_fee_percent: '2.5', purchase_fee_fixed: '0' },
  ...{ payout_fee_percent: '1', payout_fee_fixed: '0', min: '10', max: '5000' },
});
const both = { purchases: true, sales: true };
const systems: PaySystemTerms[] = [
  {
    ...{ name: 'sepa', methods: ['bank_transfer'], payout: 'iban' },
    currencies: [terms('EUR', both)],
  },
  {
    ...{ name: 'cauri', methods: ['credit_card', 'debit_card'], payout: 'card' },
    currencies: [terms('USD', both), terms('EUR', { purchases: true, sales: false })],
  },
];
const offer: CardOffer = { default: 'cauri', systems, coins: ['BTC', 'ETH'] };
const named = (side: 'buy' | 'sell', currency: 'USD' | 'EUR') =>
  waysOf(offer, { side, currency }).map(({ system, method }) => `${system.name}/${method}`);

describe('the ways to pay', () => {
  it('begin with those of the default system, and leave out what is off', () => {
    expect(named('buy', 'EUR')).toEqual(['cauri/credit_card', 'cauri/debit_card', 'sepa/bank_transfer']);
    expect(named('buy', 'USD')).toEqual(['cauri/credit_card', 'cauri/debit_card']);
    expect(named('sell', 'EUR')).toEqual(['sepa/bank_transfer']);
    expect(currenciesOf(offer, 'sell')).toEqual(['EUR', 'USD']);
  });
});

describe('a draft', () => {
  it('is read from the address and written to it', () => {
    const draft = draftOf(new URLSearchParams('side=sell&currency=EUR&coin=ETH&amount=0.5'), offer);
    expect(draft).toMatchObject({
      side: 'sell',
      system: 'sepa',
      currency: 'EUR',
      coin: 'ETH',
      amount: '0.5',
    });
    expect(draft && draftOf(addressOf(draft), offer)).toEqual(draft);
  });

  it('takes the first that is offered in place of what is not', () => {
    const draft = draftOf(new URLSearchParams('currency=RUB&coin=DOGE&method=crypto&amount=1e5'), offer);
    expect(draft).toMatchObject({
      currency: 'EUR',
      coin: 'BTC',
      system: 'cauri',
      method: 'credit_card',
      amount: '',
    });
  });

  it('is none where nothing is on', () => {
    const start = draftOf(new URLSearchParams(), offer);
    expect(start && fitted({ ...offer, systems: [] }, start)).toBeUndefined();
    expect(start && fitted({ ...offer, coins: [] }, start)).toBeUndefined();
  });
});
