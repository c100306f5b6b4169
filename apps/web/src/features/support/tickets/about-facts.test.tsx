import { texts } from '@emporion/i18n/texts';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { aboutFacts } from './about-facts.ts';

beforeAll(async () => {
  await startI18n();
  for (const area of ['trade', 'history', 'wallet'] as const) await loadTexts(area);
});

const words = { t: texts.t, networkName: () => 'Tron', moment: () => 'today' };
const lines = (about: Parameters<typeof aboutFacts>[0]) =>
  aboutFacts(about, words).map(({ name, value }) => `${name}: ${value}`);

it('tells of an order in words and with coins, the market and side first', () => {
  const facts = {
    ...{ type: 'stop_limit', price: '60000', filled: '0', status: 'partially_filled', operation: 'buy' },
    ...{ pair: 'BTC-USDT', quantity: '0.00100000', time: '2026-01-02T03:04:05.000Z' },
  };
  expect(lines({ kind: 'order', id: '17', facts })).toEqual([
    ...['pair: BTC-USDT', 'operation: Buy', 'type: Stop-limit', 'quantity: 0.001 BTC', 'price: 60,000 USDT'],
    ...['filled: 0 BTC', 'status: Partially filled', 'time: today'],
  ]);
});

it('tells of a withdrawal how it stands and why, and leaves out what there is not', () => {
  const facts = {
    coin: 'USDT',
    network: 'TRX',
    amount: '5',
    fee: '1',
    status: 'held',
    reason: 'review',
    time: '',
  };
  expect(lines({ kind: 'withdrawal', id: 'w', facts })).toEqual([
    ...['amount: 5 USDT', 'fee: 1 USDT', 'network: Tron', 'status: In review'],
    ...['reason: Being reviewed. This usually takes under an hour.', 'time: today'],
  ]);
  expect(lines({ kind: 'withdrawal', id: 'w', facts: { ...facts, reason: null } })).toHaveLength(5);
});
