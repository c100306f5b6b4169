import { recurringSkipsMax, slippageDefault } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { isStaff } from '#modules/identity/index.ts';
import { type NotificationTemplate, notify } from '#modules/notifications/index.ts';
import { submit, type Trading } from '#modules/trading/index.ts';
import { lockKeys } from '#platform/database/lease.ts';
import { repeatUnderLease } from '#platform/database/repeat-under-lease.ts';
import { Problem } from '#platform/http/problem.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { keepRequest } from '../history/requests.ts';
import { makeQuote } from '../quotes/make-quote.ts';
import { swapOfCommand } from '../swap-wire.ts';
import { unitsOf } from '../units.ts';
import { nextTime } from './schedule.ts';
import { causeOf } from './skip-cause.ts';
import {
  changeRecurring,
  type EndedRun,
  endRun,
  findOpenRun,
  findRecurring,
  insertRun,
  listDue,
  type RecurringRow,
  type RunRow,
} from './store.ts';

const turnMs = 5_000;
const atOnce = 100;

/** Makes the swaps whose time has come, in one process at a time. */
export function startRecurring(trading: Trading): { stop(): Promise<void> } {
  const { platform } = trading;
  return repeatUnderLease({
    ...{ pool: platform.database.pool, key: lockKeys.recurringSwaps, intervalMs: turnMs },
    ...{ part: 'recurring swaps', log: platform.log },
    work: (_turn, signal) => runDue(trading, signal),
  });
}

/** One that cannot be dealt with keeps no other from its turn; it is tried again with the next one. */
export async function runDue(trading: Trading, signal?: AbortSignal): Promise<void> {
  const { platform } = trading;
  // What is due waits until people may trade again, and then happens once.
  if (platform.config.maintenance || settingsOf(platform).maintenance) return;
  const due = await listDue(platform.database.kysely, { now: platform.clock.now(), limit: atOnce });
  for (const recurring of due) {
    if (signal?.aborted) return;
    try {
      await runOne(trading, recurring);
    } catch (err) {
      platform.log.error(
        { part: 'recurring swaps', err, recurring: recurring.id },
        'a swap waits for the next turn',
      );
    }
  }
}

type Outcome = Pick<EndedRun, 'outcome' | 'given' | 'received' | 'reason'>;

async function runOne(trading: Trading, recurring: RecurringRow): Promise<void> {
  const { kysely } = trading.platform.database;
  const open = (await findOpenRun(kysely, recurring.id)) ?? (await planRun(trading, recurring));
  if (open)
    await finish(trading, { recurring, run: open, outcome: await carryOut(trading, recurring, open) });
}

/** Writes down what is to be done, which is then the same however often it is tried. */
async function planRun(trading: Trading, recurring: RecurringRow): Promise<RunRow | undefined> {
  const { platform, live } = trading;
  const { id: recurringId, userId, from, to, amount: give, nextAt: dueAt } = recurring;
  const run = { recurringId, dueAt, route: null, given: null, least: null };
  try {
    // Whoever has joined the staff does not trade any more.
    if (await isStaff(platform.database.kysely, userId)) throw new Problem('staff_account');
    const quote = await makeQuote(trading, { from, to, give, slippage: slippageDefault }, userId);
    const show = (coin: string, units: bigint) => formatDecimal(units, live.coins.get(coin) ?? 0);
    const [given, least] = [show(from, quote.given), show(to, quote.least)];
    return await insertRun(platform.database.kysely, { ...run, route: quote.route, given, least });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const skipped = await insertRun(platform.database.kysely, run);
    if (skipped) await finish(trading, { recurring, run: skipped, outcome: skippedFor(error.code) });
    return undefined;
  }
}

const skippedFor = (reason: string): Outcome => ({ outcome: 'skipped', given: null, received: null, reason });

/** @throws what is nobody's fault and may be another time, such as Busy. */
async function carryOut(
  trading: Trading,
  { userId, from, to, amount }: RecurringRow,
  run: RunRow,
): Promise<Outcome> {
  const { live } = trading;
  const { id, route, given, least } = run;
  // It was written down without knowing how to do it, and the server ended before it said so.
  if (route === null || given === null || least === null) return skippedFor('swap_not_offered');
  try {
    const accepted = await submit(trading, {
      ...{ kind: 'Swap', key: `recurring:${userId}:${id}`, account: userId, from, to, route },
      ...{ amount: unitsOf(live, from, given), minimumReceived: unitsOf(live, to, least) },
    });
    const swap = await swapOfCommand(trading, userId, accepted);
    await keepRequest(trading, { account: userId, swap, asked: unitsOf(live, from, amount) });
    const show = (coin: string, units: bigint) => formatDecimal(units, live.coins.get(coin) ?? 0);
    return {
      outcome: 'done',
      given: show(from, swap.given),
      received: show(to, swap.received),
      reason: null,
    };
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'gateway_timeout') throw error;
    return skippedFor(error.code);
  }
}

/** What became of it, when it is due next, and what its owner is told: all or nothing. */
async function finish(
  { platform }: Trading,
  { recurring, run, outcome }: { recurring: RecurringRow; run: RunRow; outcome: Outcome },
): Promise<void> {
  const at = platform.clock.now();
  const { id, userId, from, to, amount } = recurring;
  await platform.database.kysely.transaction().execute(async (transaction) => {
    // Its owner may have paused or ended it meanwhile.
    const current = await findRecurring(transaction, { id, userId });
    if (!(await endRun(transaction, { ...outcome, id: run.id, at }))) return;
    const isDone = outcome.outcome === 'done';
    const skipped = isDone ? 0 : (current?.skipped ?? 0) + 1;
    const isPaused = current?.status === 'active' && skipped >= recurringSkipsMax;
    if (current)
      await changeRecurring(transaction, {
        ...{ id, skipped, status: isPaused ? 'paused' : current.status },
        nextAt: nextTime(current.startsAt, current.every, at),
      });
    const params = { from, to, amount, given: outcome.given ?? '', received: outcome.received ?? '' };
    const template: NotificationTemplate = isDone
      ? 'recurring_swap_done'
      : `recurring_swap_skipped_${causeOf(outcome.reason ?? '')}`;
    const about = `swap:${run.id}` as const;
    await notify(transaction, platform, { userId, template, params, about, key: `recurring:${run.id}` });
    if (isPaused)
      await notify(transaction, platform, {
        ...{ userId, template: 'recurring_swap_paused', params, about, key: `recurring:${run.id}:paused` },
      });
  });
}
