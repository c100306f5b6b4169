import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUp, startTestRuntime, type TestRuntime } from '#runtime/testing/exchange-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { bookMovement, journalText, releaseRefused, voidLostBookings } from './bookings.ts';

let test: TestDatabase;
let runtime: TestRuntime;
beforeAll(async () => {
  test = await createTestDatabase();
  runtime = await startTestRuntime(test.database);
  await setUp(runtime);
});
afterAll(async () => {
  await runtime.stop();
  await test.drop();
});

const book = (series: string, reference: string) =>
  test.database.kysely
    .transaction()
    .execute((transaction) => bookMovement(transaction, { series, reference }));
const depositOf = (booking: { series: string; number: number }, reference: string) =>
  ({
    kind: 'CreditDeposit',
    booking,
    reference,
    actor: 'watcher:testnet',
    account: 'ann',
    coin: 'TEA',
    source: 'house:custody:testnet',
    amount: 5n,
    fee: 0n,
  }) as const;
const deposit = (booking: { series: string; number: number }, reference: string) =>
  runtime.execute(depositOf(booking, reference));
const doneOf = (series: string) =>
  runtime.read(({ bookings }) => ({
    upTo: bookings.get(series)?.doneUpTo,
    above: bookings.get(series)?.doneAbove,
  }));

it('gives numbers without gaps, and each reference one, however many ask at once', async () => {
  const references = Array.from({ length: 40 }, (_, index) => `tx:${index % 20}:0`);
  const given = await Promise.all(references.map((reference) => book('parallel', reference)));
  expect(new Set(given.map(({ number }) => number))).toEqual(
    new Set(Array.from({ length: 20 }, (_, index) => index + 1)),
  );
  for (const [index, { number }] of given.entries()) expect(number).toBe(given[index % 20]?.number);
});

it('gives a number back that its transaction did not keep', async () => {
  const lost = test.database.kysely.transaction().execute(async (transaction) => {
    await bookMovement(transaction, { series: 'kept', reference: 'tx:1:0' });
    throw new Error('the movement did not become ready');
  });
  await expect(lost).rejects.toThrow();
  expect(await book('kept', 'tx:2:0')).toEqual({ series: 'kept', number: 1 });
});

it('moves the money of one reference once, from fifty submits, over a restart', async () => {
  const before = await runtime.read(({ ledger }) => ledger.available('ann', 'TEA'));
  const submit = async () => deposit(await book('deposits', 'tx:ab:0'), 'tx:ab:0');
  await Promise.all(Array.from({ length: 25 }, submit));
  await runtime.stop();
  runtime = await startTestRuntime(test.database);
  const answers = await Promise.all(Array.from({ length: 25 }, submit));
  expect(answers).toEqual(Array.from({ length: 25 }, () => answers[0]));
  expect(answers[0]).toMatchObject({ status: 'accepted', repeated: true });
  expect(await runtime.read(({ ledger }) => ledger.available('ann', 'TEA'))).toBe(before + 5n);
});

it('gives a movement that was refused another number, and never one that was carried out', async () => {
  const first = await book('refused', 'tx:early:0');
  const early = { ...depositOf(first, 'tx:early:0'), account: 'newcomer' };
  expect(await runtime.execute(early)).toMatchObject({ rejection: { code: 'account_not_found' } });
  await runtime.execute({ kind: 'OpenAccount', key: null, account: 'newcomer' });
  const platform = { database: test.database, view: runtime };
  await releaseRefused(platform, first);
  const second = await book('refused', 'tx:early:0');
  expect(second.number).toBe(2);
  expect(await runtime.execute({ ...early, booking: second })).toMatchObject({ status: 'accepted' });
  await expect(releaseRefused(platform, second)).rejects.toThrow('was not refused');
  await expect(releaseRefused(platform, { series: 'refused', number: 9 })).rejects.toThrow('was not refused');
});

it('keeps the number of a movement that the exchange could not read', async () => {
  const booking = await book('unread', 'tx:unread:0');
  const unread = { ...depositOf(booking, 'tx:unread:0'), reason: 'two\nlines' };
  const result = await runtime.execute(unread);
  expect(result).toMatchObject({ rejection: { code: 'wrong_data' } });
  const platform = { database: test.database, view: runtime };
  await releaseRefused(platform, booking, { code: 'wrong_data' });
  expect(await book('unread', 'tx:unread:0')).toEqual(booking);
  const read = { ...unread, reason: journalText(unread.reason) };
  expect(await runtime.execute(read)).toMatchObject({ status: 'accepted' });
});

it.each(['a\nb', 'x'.repeat(257), ''])(
  'gives no number for a reference that the exchange would refuse: %j',
  async (reference) => {
    await expect(book('strict', reference)).rejects.toThrow('would refuse');
  },
);

it('voids what a crash left without its movement, and nothing else', async () => {
  await book('crashed', 'tx:lost:0');
  const sent = await book('crashed', 'tx:sent:0');
  await deposit(sent, 'tx:sent:0');
  expect(await doneOf('crashed')).toEqual({ upTo: 0, above: [2] });
  await voidLostBookings({ database: test.database, runtime, view: runtime }, 'crashed');
  expect(await doneOf('crashed')).toEqual({ upTo: 2, above: [] });
  expect(await deposit({ series: 'crashed', number: 1 }, 'tx:lost:0')).toMatchObject({
    status: 'rejected',
    rejection: { code: 'duplicate_transaction' },
  });
});
