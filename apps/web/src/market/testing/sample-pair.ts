import type { Pair } from '@emporion/contracts/rest';

/** A market as the demo has it. */
export const samplePair: Pair = {
  id: 1,
  code: 'BTC-USDT',
  base: { code: 'BTC' },
  quote: { code: 'USDT' },
  volume: '0',
  price: '60000',
  price_24h: null,
  stack_precisions: ['1', '0.01'],
  rules: {
    state: 'open',
    tick: '0.01',
    lot: '0.000001',
    quantity_min: '0.00001',
    quantity_max: '100',
    cost_min: '1',
    cost_max: '1000000',
    band: '20',
    price_decimals: 2,
    quantity_decimals: 6,
    base_decimals: 8,
    quote_decimals: 6,
  },
};
