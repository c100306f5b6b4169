import { Exchange } from '@emporion/core';
import { expect, it } from 'vitest';
import { Busy, type CommandRequest } from '#platform/runtime.ts';
import type { JournalRow } from './journal/tip.ts';
import { tipOfOrigin } from './journal/tip.ts';
import { defaultSequencerLimits, Sequencer, type SequencerLimits } from './sequencer.ts';

/** A sequencer over a journal that is a list, and whose writes the test lets through one by one. */
function open(limits: Partial<SequencerLimits> = {}) {
  const rows: JournalRow[] = [];
  const gates: (() => void)[] = [];
  let begun = 0;
  const sequencer = new Sequencer({
    exchange: new Exchange(),
    tip: tipOfOrigin(Buffer.alloc(32)),
    append: async (row) => {
      begun += 1;
      await new Promise<void>((done) => gates.push(done));
      rows.push(row);
    },
    now: () => 1_000.7,
    onCommitted: () => undefined,
    onFault: (cause) => {
      throw cause;
    },
    limits: { ...defaultSequencerLimits, ...limits },
  });
  const letThrough = async () => {
    while (gates.length === 0) await new Promise((turn) => setImmediate(turn));
    gates.shift()?.();
  };
  return { sequencer, rows, begins: () => begun, letThrough };
}

const openAccount = (account: string): Extract<CommandRequest, { kind: 'OpenAccount' }> => ({
  kind: 'OpenAccount',
  key: `open:${account}`,
  account,
});
const commandsIn = ({ firstSequence, lastSequence }: JournalRow) => lastSequence - firstSequence + 1;

it('writes no more commands together than a batch may have, and loses none', async () => {
  const { sequencer, rows, letThrough } = open({ batchCommandsMax: 3 });
  const answers = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => sequencer.execute(openAccount(name)));
  for (let batch = 0; batch < 3; batch += 1) await letThrough();
  await Promise.all(answers);
  expect(rows.map(commandsIn)).toEqual([3, 3, 1]);
});

it('ends a batch with the command that makes it long enough', async () => {
  const { sequencer, rows, letThrough } = open({ batchLengthMax: 150 });
  const answers = ['a', 'b', 'c', 'd'].map((name) => sequencer.execute(openAccount(name)));
  for (let batch = 0; batch < 2; batch += 1) await letThrough();
  await Promise.all(answers);
  expect(rows.map(commandsIn)).toEqual([2, 2]);
});

it('gathers while a write is under way, and answers nobody of the second batch with the first', async () => {
  const { sequencer, rows, letThrough } = open();
  const answered: string[] = [];
  const send = (name: string) => sequencer.execute(openAccount(name)).then(() => answered.push(name));
  const first = send('a');
  await new Promise((turn) => setImmediate(turn));
  const others = [send('b'), send('c')];
  await letThrough();
  await first;
  expect(answered).toEqual(['a']);
  await letThrough();
  await Promise.all(others);
  expect(answered).toEqual(['a', 'b', 'c']);
  expect(rows.map(commandsIn)).toEqual([1, 2]);
});

it('begins the next write before it answers the last, when it is worth it', async () => {
  for (const [batchWorthHurry, begun] of [
    [2, 2],
    [3, 1],
  ]) {
    const { sequencer, begins, letThrough } = open({ batchWorthHurry: batchWorthHurry ?? 0 });
    const first = sequencer.execute(openAccount('a')).then(() => begins());
    await new Promise((turn) => setImmediate(turn));
    const others = ['b', 'c'].map((name) => sequencer.execute(openAccount(name)));
    await letThrough();
    expect(await first).toBe(begun);
    await letThrough();
    await Promise.all(others);
    expect(begins()).toBe(2);
  }
});

it('writes nothing for reads and refusals that leave no trace, and answers them after what they saw', async () => {
  const { sequencer, rows, letThrough } = open();
  expect(await sequencer.read(({ sequence }) => sequence)).toBe(0);
  expect(await sequencer.execute({ ...openAccount('a'), key: '' })).toMatchObject({ status: 'rejected' });
  const order: string[] = [];
  const opened = sequencer.execute(openAccount('a')).then(() => order.push('opened'));
  const seen = sequencer
    .read((exchange) => [...exchange.accounts()].length)
    .then((count) => order.push(`saw ${count}`));
  await letThrough();
  await Promise.all([opened, seen]);
  expect(order).toEqual(['opened', 'saw 1']);
  expect(rows).toHaveLength(1);
});

it('is busy when too much waits, counted in commands or in the length of their events', async () => {
  for (const limits of [{ waitingMax: 2 }, { waitingLengthMax: 150 }]) {
    const { sequencer, letThrough } = open(limits);
    const waiting = ['a', 'b'].map((name) => sequencer.execute(openAccount(name)));
    await expect(sequencer.execute(openAccount('c'))).rejects.toThrow(Busy);
    await letThrough();
    await Promise.all(waiting);
    const again = sequencer.execute(openAccount('c'));
    await letThrough();
    expect(await again).toMatchObject({ status: 'accepted', repeated: false });
  }
});

it('stamps whole milliseconds', async () => {
  const { sequencer, rows, letThrough } = open();
  const answer = sequencer.execute(openAccount('a'));
  await letThrough();
  await answer;
  expect(rows[0]?.acceptedAt).toBe(1_000);
});
