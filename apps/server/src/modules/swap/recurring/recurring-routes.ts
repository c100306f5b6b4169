import {
  type RecurringSwap,
  recurringSwapEndpoints,
  recurringSwapsMax,
  slippageDefault,
} from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import type { z } from 'zod/mini';
import { requireThawed, type Trading } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { makeQuote } from '../quotes/make-quote.ts';
import { findRoute, requireSwappable } from '../route.ts';
import { positiveUnits } from '../units.ts';
import { nextTime } from './schedule.ts';
import { causeOf } from './skip-cause.ts';
import {
  changeRecurring,
  findRecurring,
  insertRecurring,
  listEndedRuns,
  listRecurring,
  lockRecurringOf,
  type RecurringRow,
} from './store.ts';

const startWithinMs = 366 * 86_400_000;
/** A start of this moment has passed by the time that it arrives. */
const lateMs = 60_000;

export function addRecurringRoutes(app: App, trading: Trading): void {
  const { platform, live } = trading;
  const { kysely } = platform.database;

  serveEndpoint(app, recurringSwapEndpoints.list, async ({ caller }) => ({
    results: await onWire(kysely, await listRecurring(kysely, caller.userId)),
  }));

  serveEndpoint(app, recurringSwapEndpoints.create, async ({ body, caller }) => {
    const { from, to, amount, every, starts } = body;
    requireThawed(caller);
    await requireSwappable(platform, { from, to });
    if (!findRoute([...live.markets], { from, to })) throw new Problem('not_suitable_pair');
    positiveUnits(live, from, amount);
    await requireFillable(trading, { from, to, amount }, caller.userId);
    const now = platform.clock.now();
    const startsAt = starts === undefined ? now : new Date(starts);
    const isNear =
      startsAt.getTime() >= now.getTime() - lateMs && startsAt.getTime() <= now.getTime() + startWithinMs;
    if (!isNear) throw new Problem('start_out_of_range');
    const row = await kysely.transaction().execute(async (transaction) => {
      await lockRecurringOf(transaction, caller.userId);
      if ((await listRecurring(transaction, caller.userId)).length >= recurringSwapsMax)
        throw new Problem('recurring_limit_reached', { params: { max: recurringSwapsMax } });
      return insertRecurring(transaction, { userId: caller.userId, from, to, amount, every, startsAt });
    });
    return shown(row, []);
  });

  serveEndpoint(app, recurringSwapEndpoints.change, async ({ params: { id }, body: { status }, caller }) => {
    requireThawed(caller);
    const { userId } = caller;
    const row = await kysely.transaction().execute(async (transaction) => {
      const found = await findRecurring(transaction, { id, userId });
      if (!found) throw new Problem('not_found');
      if (found.status === status) return found;
      // What came and went while it was paused does not happen afterwards.
      const nextAt = nextTime(found.startsAt, found.every, platform.clock.now());
      await changeRecurring(transaction, { id, status, nextAt, skipped: 0 });
      return { ...found, status, nextAt };
    });
    const [recurring] = await onWire(kysely, [row]);
    if (!recurring) throw new Problem('not_found');
    return recurring;
  });

  serveEndpoint(app, recurringSwapEndpoints.end, async ({ params: { id }, caller: { userId } }) => {
    await kysely.transaction().execute(async (transaction) => {
      const found = await findRecurring(transaction, { id, userId });
      if (!found) throw new Problem('not_found');
      await changeRecurring(transaction, { ...found, status: 'ended' });
    });
    return {};
  });
}

/**
 * Refuses an amount outside what the market can fill. A market that is closed or has nothing to offer now refuses nothing: it may have something when the swap is due.
 *
 * @throws Problem amount_too_small, amount_too_large.
 */
async function requireFillable(
  trading: Trading,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: string },
  userId: string,
): Promise<void> {
  try {
    await makeQuote(trading, { from, to, give: amount, slippage: slippageDefault }, userId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'amount_too_small' || error.code === 'amount_too_large') throw error;
  }
}

type Shown = z.output<typeof RecurringSwap>;

async function onWire(db: QueryExecutorProvider, rows: readonly RecurringRow[]): Promise<Shown[]> {
  const runs = await listEndedRuns(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    shown(
      row,
      runs
        .filter(({ recurringId }) => recurringId === row.id)
        .map(({ dueAt, outcome, given, received, reason }) => ({
          ...{ due: dueAt.toISOString(), outcome, given, received },
          reason: reason === null ? null : causeOf(reason),
        })),
    ),
  );
}

function shown(row: RecurringRow, runs: Shown['runs']): Shown {
  const { id, from, to, amount, every, status, startsAt, nextAt } = row;
  return {
    ...{ id, from, to, amount, every, status, runs },
    starts: startsAt.toISOString(),
    next: status === 'active' ? nextAt.toISOString() : null,
  };
}
