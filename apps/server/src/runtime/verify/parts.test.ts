import { Exchange, type MoneyCause } from '@emporion/core';
import { describe, expect, it } from 'vitest';
import { postingsPart } from './postings-part.ts';
import { referencesPart } from './references-part.ts';
import { balancesPart, holdsPart } from './state-parts.ts';

const moment = (exchange: Exchange) => ({
  exchange,
  database: { query: () => Promise.reject(new Error('This test did not expect a query.')) } as never,
  position: { batch: 1, sequence: 1, event: 1, hash: '', acceptedAt: 0 },
});
const batch = (amounts: readonly bigint[]) => ({
  number: 1,
  firstSequence: 1,
  lastSequence: 1,
  firstEvent: 1,
  acceptedAt: 0,
  events: [
    {
      kind: 'MoneyMoved',
      cause: 'deposit',
      reference: '',
      actor: '',
      reason: '',
      postings: amounts.map(
        (amount, index) => ({ account: `user:${index}`, coin: 'TEA', bucket: 'available', amount }) as const,
      ),
    } as const,
  ],
});

it('finds an event that makes money', async () => {
  const part = postingsPart();
  part.onBatch?.(batch([5n, -4n]));
  const { problems } = await part.run(moment(new Exchange()));
  expect(problems[0]).toBe('MoneyMoved in batch 1 makes 1 of TEA.');
});

it('finds a balance that no posting made, and postings that made no balance', async () => {
  const part = postingsPart();
  part.onBatch?.(batch([5n, -5n]));
  const exchange = new Exchange();
  exchange.ledger.walletOf('ann').balanceOf('TEA').available = 7n;
  const { problems } = await part.run(moment(exchange));
  expect(problems).toEqual([
    'ann TEA available is 7, but its postings sum to 0.',
    'user:0 TEA available has postings, but no balance.',
    'user:1 TEA available has postings, but no balance.',
  ]);
});

it('finds an overdraft and a coin that does not sum to zero', async () => {
  const exchange = new Exchange();
  exchange.ledger.walletOf('ann').balanceOf('TEA').available = -7n;
  exchange.ledger.walletOf('house:custody').balanceOf('GOLD').available = -7n;
  const { problems } = await balancesPart.run(moment(exchange));
  expect(problems).toEqual([
    'ann has -7 of TEA (available).',
    'All accounts together have -7 of TEA.',
    'All accounts together have -7 of GOLD.',
  ]);
});

it('finds a hold that nothing holds, and something that holds nothing', async () => {
  const exchange = new Exchange();
  exchange.ledger.walletOf('ann').balanceOf('TEA').orders = 3n;
  exchange.withdrawals.set('w', { account: 'bob', coin: 'TEA', amount: 4n, fee: 1n, network: '' });
  const { problems } = await holdsPart.run(moment(exchange));
  expect(problems).toEqual([
    'ann TEA orders holds 3 in place of 0.',
    'bob TEA withdrawals holds nothing in place of 5.',
  ]);
});

describe('a reference', () => {
  let events = 0;
  /** A batch of movements for one reference: what happened, and how much it brought. */
  const moves = (...movements: [cause: MoneyCause, amount: bigint, reference?: string][]) => {
    const firstEvent = events + 1;
    events += movements.length;
    return {
      ...batch([]),
      firstEvent,
      events: movements.map(([cause, amount, reference = 'bitcoin:ab:0']) => ({
        kind: 'MoneyMoved' as const,
        cause,
        reference,
        actor: 'test',
        reason: '',
        postings: [
          { account: 'house:custody:bitcoin', coin: 'TEA', bucket: 'available' as const, amount: -amount },
          { account: 'ann', coin: 'TEA', bucket: 'available' as const, amount },
        ],
      })),
    };
  };
  const problemsOf = async (...batches: ReturnType<typeof moves>[]) => {
    const part = referencesPart();
    for (const each of batches) part.onBatch?.(each);
    return (await part.run(moment(new Exchange()))).problems;
  };

  it.each([
    ['twice at once', [moves(['deposit', 5n], ['deposit', 5n])]],
    ['twice, in two batches', [moves(['deposit', 5n]), moves(['deposit', 5n])]],
    ['twice, and taken back once after it', [moves(['deposit', 5n], ['deposit', 5n], ['reversal', 5n])]],
    ['again after a part of it was taken back', [moves(['deposit', 5n], ['reversal', 1n], ['deposit', 5n])]],
    ['twice after something was taken back', [moves(['reversal', 5n], ['deposit', 5n], ['deposit', 5n])]],
    ['twice by a payout that came back', [moves(['payout_returned', 5n], ['payout_returned', 5n])]],
    ['twice as a bonus', [moves(['bonus', 5n], ['bonus', 5n])]],
  ])('that was credited %s is found', async (_, batches) => {
    expect(await problemsOf(...batches)).toEqual([expect.stringContaining('credit the same reference')]);
  });

  it('that was taken back whole may be credited once more, and different ones as often as they are', async () => {
    const whole = moves(['deposit', 5n], ['reversal', 2n], ['reversal', 3n], ['deposit', 5n]);
    const others = moves(['deposit', 5n, 'bitcoin:cd:0'], ['bonus', 5n, 'bitcoin:ab:0']);
    expect(await problemsOf(whole, others)).toEqual([]);
  });

  it('of before movements had any is the key of its command', async () => {
    const accepted = { kind: 'CommandAccepted', key: 'deposit:1', keep: 'forever' } as const;
    const command = { ...accepted, sequence: 1, digest: 0, orderId: 0, acceptedAt: 0, booking: null };
    const [event] = moves(['deposit', 5n]).events;
    const former = { ...(event as NonNullable<typeof event>), reference: '' };
    const part = referencesPart();
    part.onBatch?.({ ...batch([]), events: [command, former, command, former] });
    expect((await part.run(moment(new Exchange()))).problems).toHaveLength(1);
  });
});
