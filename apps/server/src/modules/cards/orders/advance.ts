import { sql } from 'kysely';
import { type Trading, tradingOf } from '#modules/trading/index.ts';
import { tellWalletChanged } from '#modules/wallet/index.ts';
import { KeyedTurns } from '#platform/concurrency/keyed-turns.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { AcquirerUnavailable } from '../acquirer/acquirer.ts';
import { findOrder, listOrders, type OrderRow, type Purchase, type Stage } from './order.ts';
import { buyCoin, creditPaid } from './purchase-steps.ts';
import { askRefund, takeRefund, undoRefund } from './refund-steps.ts';
import { beginReversal, isToReturn, reverseCredit } from './reversal-steps.ts';
import { askPayout, holdSold, returnPayout, sellCoin, settlePayout } from './sale-steps.ts';

type Work = (trading: Trading, order: Purchase) => Promise<void>;

/** What is to be done at each stage that no person and no acquirer has to wait for. */
const work: Partial<Record<Stage, Work>> = {
  paid: creditPaid,
  credited: buyCoin,
  refunding: takeRefund,
  refund_asked: askRefund,
  refund_undone: undoRefund,
  reversing: reverseCredit,
  selling: sellCoin,
  sold: holdSold,
  sending: askPayout,
  settling: settlePayout,
  returning: returnPayout,
};

/** What is traded waits until people may trade again; money that comes in or was sold is dealt with all the same. */
const ofTheBooks: ReadonlySet<Stage> = new Set(['credited', 'selling']);
const isMaintained = (platform: Platform) => platform.config.maintenance || settingsOf(platform).maintenance;

/** Steps that an order takes at most before somebody else is to say something. */
const stepsMax = 12;

/** Those of one order one after another in this process. Two processes do the same work twice, which moves nothing twice. */
const turns = new KeyedTurns();

/**
 * Does what is next for an order until it waits for somebody. Every step is taken from where its row stands and can be repeated: money moves under a number
 * that its row has, and a swap under the key of its order.
 */
export function advance(platform: Platform, id: string): Promise<void> {
  return turns.run(id, async () => {
    const trading = await tradingOf(platform);
    for (let taken = 0; taken < stepsMax; taken += 1) {
      const order = await findOrder(platform.database.kysely, id);
      if (!order || !(await advanceOnce(trading, order))) return;
      await tellWalletChanged(platform, [order.userId]);
    }
  });
}

/** False: there was nothing to do. */
async function advanceOnce(trading: Trading, order: OrderRow): Promise<boolean> {
  const { kysely } = trading.platform.database;
  const { id, stage } = order;
  if (isToReturn(order) && (stage === 'completed' || stage === 'refunded')) {
    await beginReversal(trading, order);
    return true;
  }
  const next = work[stage];
  if (!next || (ofTheBooks.has(stage) && isMaintained(trading.platform))) return false;
  await next(trading, { ...order, amount: order.amount ?? '0', fee: order.fee ?? '0' });
  return (await findOrder(kysely, id))?.stage !== stage;
}

/** Goes on with everything that a crash, or an acquirer that could not be reached, left in the middle. Those that wait for an acquirer keep nobody else from their turn. */
export async function advanceAll(platform: Platform): Promise<void> {
  const orders = await listOrders(
    platform.database.kysely,
    sql`(stage in (${sql.join(Object.keys(work))}) or ((reversal is not null or refund_told > returned) and stage in ('completed', 'refunded')))
      order by own.updated_at`,
  );
  const unreachable = new Set<string>();
  for (const { id, system, stage } of orders) {
    if (unreachable.has(system) && (stage === 'sending' || stage === 'refund_asked')) continue;
    if ((await advanceQuietly(platform, id)) === 'unreachable') unreachable.add(system);
  }
}

/** What cannot be done now is done by the job, within a minute. */
export async function advanceQuietly(platform: Platform, id: string): Promise<'unreachable' | undefined> {
  try {
    await advance(platform, id);
    return undefined;
  } catch (err) {
    const isUnreachable = err instanceof AcquirerUnavailable;
    platform.log[isUnreachable ? 'warn' : 'error'](
      { part: 'cards', err, order: id },
      'a card order waits for its next turn',
    );
    return isUnreachable ? 'unreachable' : undefined;
  }
}
