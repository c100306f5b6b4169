import { Exchange } from '@emporion/core';
import { expect, it } from 'vitest';
import {
  Busy,
  type CommandRequest,
  type CommittedBatch,
  OutcomeUnknown,
  Stopped,
} from '#platform/runtime.ts';
import type { JournalRow } from './journal/tip.ts';
import { tipOfOrigin } from './journal/tip.ts';
import { defaultSequencerLimits, Sequencer, type SequencerLimits } from './sequencer.ts';

/** A sequencer over a journal that is a list, and whose writes the test lets through one by one. */
function open(
  limits: Partial<SequencerLimits> = {},
  onCommitted: (sequencer: Sequencer, batch: CommittedBatch) => void = () => undefined,
) {
  const faults: unknown[] = [];
  const rows: JournalRow[] = [];
  const gates: (() => void)[] = [];
  let begun = 0;
  const sequencer: Sequencer = new Sequencer({
    exchange: new Exchange(),
    tip: tipOfOrigin(Buffer.alloc(32)),
    append: async (row) => {
      begun += 1;
      await new Promise<void>((done) => gates.push(done));
      rows.push(row);
    },
    now: () => 1_000.7,
    onCommitted: (batch) => onCommitted(sequencer, batch),
    onFault: (cause) => {
      faults.push(cause);
    },
    limits: { ...defaultSequencerLimits, ...limits },
  });
  const letThrough = async () => {
    while (gates.length === 0) await new Promise((turn) => setImmediate(turn));
    gates.shift()?.();
  };
  return { sequencer, rows, faults, begins: () => begun, letThrough };
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

it('keeps reads out of the way of commands: they take no place in a batch and none in the line', async () => {
  const { sequencer, rows, letThrough } = open({ batchCommandsMax: 2, waitingMax: 3, readsMax: 50 });
  const first = sequencer.execute(openAccount('a'));
  await new Promise((turn) => setImmediate(turn));
  const reads = Array.from({ length: 50 }, () =>
    sequencer.read((exchange) => [...exchange.accounts()].length),
  );
  const others = ['b', 'c'].map((name) => sequencer.execute(openAccount(name)));
  await expect(sequencer.execute(openAccount('d'))).rejects.toThrow(Busy);
  await expect(sequencer.read(() => 0)).rejects.toThrow(Busy);
  await letThrough();
  // What they saw was durable with the first batch, so they do not wait for the second.
  expect(await Promise.all(reads)).toEqual(reads.map(() => 1));
  expect(rows).toHaveLength(1);
  await letThrough();
  await Promise.all([first, ...others]);
  expect(rows.map(commandsIn)).toEqual([1, 2]);
});

it('answers a read at once when nothing of what it saw waits', async () => {
  const { sequencer, letThrough } = open();
  const opened = sequencer.execute(openAccount('a'));
  await letThrough();
  await opened;
  const order: string[] = [];
  const read = sequencer.read(() => order.push('read'));
  const written = sequencer.execute(openAccount('b')).then(() => order.push('written'));
  await read;
  await letThrough();
  await written;
  expect(order).toEqual(['read', 'written']);
});

it('names the last command that a read contains', async () => {
  const { sequencer, letThrough } = open();
  expect(await sequencer.readAt(() => 'empty')).toEqual({ value: 'empty', sequence: 0 });
  const opened = sequencer.execute(openAccount('a'));
  const read = sequencer.readAt((exchange) => [...exchange.accounts()].length);
  await letThrough();
  await opened;
  expect(await read).toEqual({ value: 1, sequence: 1 });
});

it('looks only when the batch that it is asked for is durable', async () => {
  const { sequencer, letThrough } = open();
  const looked = sequencer.read((exchange) => [...exchange.accounts()].length, { atLeast: 2 });
  for (const name of ['a', 'b']) {
    const opened = sequencer.execute(openAccount(name));
    await letThrough();
    await opened;
  }
  expect(await looked).toBe(2);
  expect(await sequencer.read(() => 'there already', { atLeast: 1 })).toBe('there already');
});

it('refuses, when it stops, a read that waits for a batch which never comes', async () => {
  const { sequencer, letThrough } = open();
  const waiting = sequencer.read(() => 'never', { atLeast: 9 });
  const last = sequencer.execute(openAccount('last'));
  const stopped = sequencer.stop();
  await letThrough();
  await Promise.all([last, stopped]);
  await expect(waiting).rejects.toThrow(Stopped);
});

it('answers with the batch that made durable what it speaks of, also for repetitions and refusals', async () => {
  const { sequencer, letThrough } = open();
  const first = sequencer.execute(openAccount('a'));
  await letThrough();
  expect(await first).toMatchObject({ status: 'accepted', repeated: false, batch: 1 });
  expect(await sequencer.execute({ ...openAccount('x'), key: '' })).toMatchObject({
    status: 'rejected',
    batch: 1,
  });
  const second = sequencer.execute(openAccount('b'));
  const repeated = sequencer.execute(openAccount('b'));
  await letThrough();
  expect(await second).toMatchObject({ batch: 2, repeated: false });
  expect(await repeated).toMatchObject({ batch: 2, repeated: true });
});

it('settles everybody when it fails, whatever it was doing just then', async () => {
  const moments: Record<string, (test: ReturnType<typeof open>) => Promise<void> | void> = {
    'before the batch is cut': ({ sequencer }) => sequencer.fail(new Error('lost'), 'journal'),
    'while it is written': async ({ sequencer }) => {
      await new Promise((turn) => setImmediate(turn));
      await new Promise((turn) => setImmediate(turn));
      sequencer.fail(new Error('lost'), 'journal');
    },
  };
  for (const [name, moment] of Object.entries(moments)) {
    const test = open();
    const waiting = [
      test.sequencer.execute(openAccount('a')),
      test.sequencer.execute(openAccount('a')),
      test.sequencer.read(({ sequence }) => sequence),
      test.sequencer.read(({ sequence }) => sequence, { atLeast: 9 }),
    ];
    const settled = Promise.allSettled(waiting);
    await moment(test);
    for (const answer of await settled)
      expect(answer, name).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) });
  }
});

it('settles everybody when the core fails while a batch is told, with the next one cut or not', async () => {
  for (const batchWorthHurry of [1, 100]) {
    const answers: Promise<unknown>[] = [];
    const test = open({ batchWorthHurry }, (sequencer) => {
      answers.push(
        sequencer.execute(openAccount('c')),
        sequencer.read(({ sequence }) => sequence),
      );
      sequencer.fail(new Error('a bug'), 'core');
    });
    answers.push(test.sequencer.execute(openAccount('a')));
    await new Promise((turn) => setImmediate(turn));
    answers.push(
      test.sequencer.read(({ sequence }) => sequence),
      test.sequencer.execute(openAccount('b')),
    );
    const first = Promise.allSettled(answers);
    await test.letThrough();
    for (const answer of [...(await first), ...(await Promise.allSettled(answers))])
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) });
    expect(test.faults).toHaveLength(1);
  }
});

it('stops for good when a model that answers people could not follow a batch, and tells nobody that it went well', async () => {
  const test = open({}, () => {
    throw new Error('a model failed');
  });
  const answers = [test.sequencer.execute(openAccount('a')), test.sequencer.read(({ sequence }) => sequence)];
  const settled = Promise.allSettled(answers);
  await test.letThrough();
  for (const answer of await settled)
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) });
  expect(String(test.faults[0])).toContain('a model failed');
  expect(test.sequencer.open).toBe(false);
});
