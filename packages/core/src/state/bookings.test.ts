import { describe, expect, it } from 'vitest';
import { evolve } from '#exchange/evolve.ts';
import { execute } from '#exchange/execute.ts';
import { openTeaMarket, withEnvelope } from '#testing/fixture.ts';
import { BookingSeries, bookedOutcomesMax, bookingSeriesMax, bookingsAheadMax } from './bookings.ts';
import { restoreExchange } from './restore.ts';
import { stateHash, takeSnapshot } from './snapshot.ts';

const deposit = { kind: 'CreditDeposit', account: 'ann', coin: 'TEA', amount: 5n } as const;
/** The numbers that the fixture's own deposits have used. */
const used = 6;

describe('a series of bookings', () => {
  it('knows one number for all that are done, and those above it singly', () => {
    const series = new BookingSeries();
    for (const number of [2, 4, 1]) series.add(number);
    expect([series.doneUpTo, series.doneAbove]).toEqual([2, [4]]);
    expect([1, 2, 3, 4, 5].map((number) => series.isDone(number))).toEqual([true, true, false, true, false]);
    series.add(3);
    expect([series.doneUpTo, series.doneAbove]).toEqual([4, []]);
  });
});

describe('a booked movement', () => {
  it('happens once in whatever order the numbers come, and over a snapshot', () => {
    const test = openTeaMarket();
    for (const number of [used + 3, used + 1, used + 2, used + 3, used + 1]) test.execute(deposit, number);
    test.exchange = restoreExchange(JSON.parse(JSON.stringify(takeSnapshot(test.exchange))));
    for (const number of [used + 1, used + 2, used + 3]) {
      expect(test.execute(deposit, number)).toMatchObject({ repeated: true, events: [] });
    }
    expect(test.available('ann', 'TEA')).toBe(1_000_015n);
    expect(test.exchange.bookings.get('test')?.doneUpTo).toBe(used + 3);
  });

  it('that is older than what is remembered is a duplicate, and moves nothing', () => {
    const test = openTeaMarket();
    for (let count = 0; count < 2 * bookedOutcomesMax; count += 1) test.accept(deposit);
    const before = test.available('ann', 'TEA');
    expect(test.execute(deposit, used + 1)).toMatchObject({
      outcome: { status: 'rejected', rejection: { code: 'duplicate_transaction' } },
      events: [],
      repeated: false,
    });
    expect(test.available('ann', 'TEA')).toBe(before);
  });

  it('uses its number up when it is refused, so that no hole stays', () => {
    const test = openTeaMarket();
    const refused = { ...deposit, account: 'nobody' };
    const first = test.execute(refused, used + 1);
    expect(first).toMatchObject({ outcome: { rejection: { code: 'account_not_found' } } });
    test.accept({ kind: 'OpenAccount', account: 'nobody' });
    expect(test.execute(refused, used + 1)).toEqual({ outcome: first.outcome, events: [], repeated: true });
    expect(test.exchange.bookings.get('test')?.doneUpTo).toBe(used + 1);
  });

  it('that will never come is voided, by somebody who says why', () => {
    const test = openTeaMarket();
    test.execute(deposit, used + 2);
    expect(test.execute({ kind: 'VoidBooking' }, used + 1).outcome.status).toBe('accepted');
    expect(test.execute(deposit, used + 1).outcome).toMatchObject({
      rejection: { code: 'duplicate_transaction' },
    });
    expect(test.exchange.bookings.get('test')?.doneUpTo).toBe(used + 2);
    const silent = withEnvelope({ kind: 'VoidBooking' }, { number: used + 3, key: null, acceptedAt: 0 });
    expect(execute(test.exchange, { ...silent, reason: undefined } as never).outcome).toMatchObject({
      rejection: { code: 'wrong_data', details: { field: 'reason' } },
    });
  });

  it('is refused without a trace when it is too far ahead, or of one series too many', () => {
    const test = openTeaMarket();
    const far = test.execute(deposit, used + bookingsAheadMax + 1);
    expect(far).toMatchObject({ outcome: { rejection: { code: 'wrong_data' } }, events: [] });
    expect(test.execute(deposit, used + bookingsAheadMax).outcome.status).toBe('accepted');
    for (let index = 1; index < bookingSeriesMax; index += 1)
      test.accept({ ...deposit, booking: { series: `s${index}`, number: 1 } });
    const more = test.execute({ ...deposit, booking: { series: 'one more', number: 1 } });
    expect(more).toMatchObject({ outcome: { rejection: { code: 'wrong_data' } }, events: [] });
  });

  it('does not move again what moved under its reference as a key, before there were bookings', () => {
    const test = openTeaMarket();
    evolve(test.exchange, {
      kind: 'CommandAccepted',
      sequence: test.exchange.sequence + 1,
      key: 'deposit:bitcoin:ab:0',
      digest: 7,
      keep: 'forever',
      orderId: 0,
      acceptedAt: test.now,
      booking: null,
    });
    const again = { ...deposit, reference: 'deposit:bitcoin:ab:0' };
    expect(test.codeOf(again)).toBe('duplicate_transaction');
    expect(test.exchange.moneyKeys.size).toBe(1);
    expect(test.available('ann', 'TEA')).toBe(1_000_000n);
  });

  it('is not pushed out by orders, and orders are not by it', () => {
    const test = openTeaMarket({ limits: { recentKeysMax: 10 } });
    const order = { kind: 'CancelOrders', account: 'ann' } as const;
    test.execute(order, 'order');
    test.execute(deposit, used + 1);
    for (let count = 0; count < 50; count += 1) test.accept(deposit);
    expect(test.execute(order, 'order').repeated).toBe(true);
    for (let count = 0; count < 50; count += 1) test.accept(order);
    expect(test.execute(deposit, used + 1).repeated).toBe(true);
  });
});

it('an exchange in which nothing was ever booked has no trace of bookings in its snapshot', () => {
  const test = openTeaMarket({ accounts: [] });
  const { bookings, ...rest } = takeSnapshot(test.exchange);
  expect(bookings).toBeUndefined();
  expect(stateHash(restoreExchange(rest))).toBe(stateHash(test.exchange));
});
