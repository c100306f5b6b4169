import { describe, expect, it } from 'vitest';
import type { ExchangeEvent } from '#exchange/events.ts';
import { evolve } from '#exchange/evolve.ts';
import { Exchange } from '#state/exchange.ts';
import { restoreExchange } from '#state/restore.ts';
import { stateHash, takeSnapshot } from '#state/snapshot.ts';
import { Scenario, traders } from '#testing/scenario.ts';

const band = 500_000;
const market = 'TEA-GOLD';
const second = 1_000;

/** A market whose trades were at 1,000 for a while. */
function settled(): Scenario {
  return new Scenario({ rules: { band }, accounts: traders }).lastPrice(1_000);
}

/** Whether an order to buy or sell at this price would be taken. */
function codeOf({ test }: Scenario, side: 'buy' | 'sell', price: number): string {
  const id = test.exchange.lastOrderId + 1;
  const code = test.codeOf({
    kind: 'PlaceOrder',
    market,
    account: side === 'buy' ? 'ann' : 'bob',
    side,
    type: 'limit',
    quantity: 1,
    price,
  });
  if (code === 'accepted')
    test.accept({ kind: 'CancelOrder', account: side === 'buy' ? 'ann' : 'bob', orderId: id });
  return code;
}

/** A trade at the lowest price that the market takes. */
function tradeLow(scenario: Scenario): number {
  const { test } = scenario;
  const { outcome } = test.execute({
    kind: 'PlaceOrder',
    market,
    account: 'seller',
    side: 'sell',
    type: 'limit',
    quantity: 1,
    price: 1,
  });
  const low = outcome.status === 'rejected' ? Number(outcome.rejection.details?.minimum) : 1;
  scenario.lastPrice(low);
  return low;
}

describe('the price that the band of a market is around', () => {
  it('stays where it was when a few small trades in an empty book fall as far as they can', () => {
    const scenario = settled();
    for (let trade = 0; trade < 4; trade += 1) {
      scenario.test.now += second;
      tradeLow(scenario);
    }
    expect(codeOf(scenario, 'buy', 1_000)).toBe('accepted');
    expect(codeOf(scenario, 'sell', 400)).toBe('price_too_low');
  });

  it('stays within reach of what it was for minutes, however many fall', () => {
    const scenario = settled();
    for (let elapsed = 0; elapsed < 120; elapsed += 5) {
      scenario.test.now += 5 * second;
      tradeLow(scenario);
      expect(codeOf(scenario, 'buy', 1_000)).toBe('accepted');
    }
  });

  it('stays within reach of what it was after one trade that nobody traded before for a day', () => {
    const scenario = settled();
    scenario.test.now += 86_400 * second;
    expect(tradeLow(scenario)).toBe(500);
    expect(codeOf(scenario, 'buy', 1_000)).toBe('accepted');
    expect(codeOf(scenario, 'sell', 430)).toBe('price_too_low');
  });

  it('follows a fall that most of the volume goes along with', () => {
    const scenario = settled();
    for (let minute = 0; minute < 30; minute += 1) {
      scenario.test.now += 60 * second;
      tradeLow(scenario);
    }
    expect(codeOf(scenario, 'sell', 150)).toBe('accepted');
    expect(codeOf(scenario, 'buy', 1_000)).toBe('price_too_high');
  });

  it('does not follow the last price while most of the volume is traded on the other side', () => {
    const scenario = settled();
    for (let turn = 0; turn < 40; turn += 1) {
      scenario.test.now += 4 * second;
      scenario.book('ann sells 5 at 1010', 'bob buys 5 at 1010');
      scenario.test.now += 3 * second;
      tradeLow(scenario);
    }
    const { bandPrice } = scenario.test.exchange.market(market);
    expect(bandPrice).toBeGreaterThanOrEqual(1_000);
  });

  it('does not go beyond the last price', () => {
    const scenario = settled();
    for (let turn = 0; turn < 5; turn += 1) {
      scenario.test.now += 11 * second;
      scenario.lastPrice(1_010);
    }
    expect(scenario.test.exchange.market(market).bandPrice).toBe(1_010);
  });

  it('is where an operator sets the reference price, at once', () => {
    const scenario = settled().command({ kind: 'SetReferencePrice', market, price: 3_000 });
    expect(codeOf(scenario, 'buy', 4_000)).toBe('accepted');
    expect(codeOf(scenario, 'sell', 1_400)).toBe('price_too_low');
  });

  it('is the last price when a market gets a band that had none', () => {
    const scenario = new Scenario({ rules: { band: 0 }, accounts: traders }).lastPrice(1_000).lastPrice(200);
    const { rules } = scenario.test.exchange.market(market);
    scenario.command({ kind: 'ChangeMarket', market, rules: { ...rules, band } });
    expect(codeOf(scenario, 'buy', 400)).toBe('price_too_high');
    expect(codeOf(scenario, 'buy', 300)).toBe('accepted');
  });

  it('is the same after a replay and after a snapshot, with what was counted for its next move', () => {
    const events: ExchangeEvent[] = [];
    const scenario = settled();
    const replica = restoreExchange(takeSnapshot(scenario.test.exchange));
    for (let turn = 0; turn < 20; turn += 1) {
      scenario.test.now += 7 * second;
      for (const account of ['seller', 'buyer'] as const) {
        const side = account === 'seller' ? 'sell' : 'buy';
        const price = 1_000 + ((turn * 37) % 11) * 10;
        const order = { account, side, type: 'limit', quantity: 1 + (turn % 3), price, market } as const;
        events.push(...scenario.test.accept({ kind: 'PlaceOrder', ...order }).events);
      }
    }
    for (const event of events) evolve(replica, event);
    expect(events.filter(({ kind }) => kind === 'BandMoved').length).toBeGreaterThan(5);
    expect(stateHash(replica)).toBe(stateHash(scenario.test.exchange));
    const restored = restoreExchange(JSON.parse(JSON.stringify(takeSnapshot(replica))));
    expect(stateHash(restored)).toBe(stateHash(replica));
  });

  it('counts nothing in an exchange whose band never moved, so that a journal of before has its hash', () => {
    const events: ExchangeEvent[] = [];
    const scenario = new Scenario({ rules: { band: 0 }, accounts: traders });
    const before = new Exchange(scenario.test.exchange.limits);
    expect(takeSnapshot(before).markets).toEqual([]);
    for (const side of ['sell', 'buy'] as const) {
      const account = side === 'sell' ? 'ann' : 'bob';
      const order = { account, side, type: 'limit', quantity: 1, price: 100, market } as const;
      events.push(...scenario.test.accept({ kind: 'PlaceOrder', ...order }).events);
    }
    expect(events.some(({ kind }) => kind === 'BandMoved')).toBe(false);
    const [taken] = takeSnapshot(scenario.test.exchange).markets;
    expect(taken?.band).toBeUndefined();
  });
});
