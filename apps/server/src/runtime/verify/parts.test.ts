import { Exchange } from '@emporion/core';
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
  const moves = (...causes: ('deposit' | 'reversal')[]) => ({
    ...batch([]),
    events: causes.map((cause) => ({
      kind: 'MoneyMoved' as const,
      cause,
      reference: 'bitcoin:ab:0',
      actor: 'test',
      reason: '',
      postings: [],
    })),
  });

  it('that was credited twice is found', async () => {
    const part = referencesPart();
    part.onBatch?.(moves('deposit'));
    part.onBatch?.(moves('deposit'));
    const { problems } = await part.run(moment(new Exchange()));
    expect(problems).toEqual([expect.stringContaining('was credited 2 times and taken back 0 times')]);
  });

  it('that was taken back may be credited once more', async () => {
    const part = referencesPart();
    part.onBatch?.(moves('deposit', 'reversal', 'deposit'));
    expect((await part.run(moment(new Exchange()))).problems).toEqual([]);
    part.onBatch?.(moves('deposit'));
    expect((await part.run(moment(new Exchange()))).problems).toHaveLength(1);
  });

  it('of before movements had any is the key of its command', async () => {
    const part = referencesPart();
    const accepted = { kind: 'CommandAccepted', key: 'deposit:1', keep: 'forever' } as const;
    const command = { ...accepted, sequence: 1, digest: 0, orderId: 0, acceptedAt: 0, booking: null };
    const [event] = moves('deposit').events;
    const former = { ...(event as NonNullable<typeof event>), reference: '' };
    part.onBatch?.({ ...batch([]), events: [command, former, command, former] });
    expect((await part.run(moment(new Exchange()))).problems).toHaveLength(1);
  });
});
