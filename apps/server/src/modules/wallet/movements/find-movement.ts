import type { MovementDetails } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { cancellable, type WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import type { ListedMovement } from './list-movements.ts';
import { readMovements } from './read-movements.ts';

/** One movement of a user with the stages that it has passed; undefined when they have none of this id. */
export async function findMovement(
  platform: Platform,
  userId: string,
  id: string,
): Promise<MovementDetails | undefined> {
  const listed = await findSource(platform, userId, id);
  const [movement] = listed ? await readMovements(platform, userId, [listed]) : [];
  if (!listed || !movement) return undefined;
  const { type, stage, date, updated } = movement;
  const timeline = await readTimeline(platform, listed);
  if (listed.source === 'code') timeline.push({ stage: 'active', time: date });
  if (stage !== timeline.at(-1)?.stage) timeline.push({ stage, time: updated });
  return {
    ...movement,
    timeline,
    cancellable:
      ((type === 'withdrawal' || type === 'bank') &&
        listed.source === 'withdrawal' &&
        cancellable.includes(stage as WithdrawalStatus)) ||
      (listed.source === 'code' && stage === 'active'),
  };
}

async function findSource(
  { database }: Platform,
  userId: string,
  id: string,
): Promise<ListedMovement | undefined> {
  if (/^t[0-9]{1,16}$/.test(id))
    return (
      (await findSwapOf(database.kysely, { userId, trade: id.slice(1) })) ?? { source: 'trade', id, at: 0 }
    );
  if (/^s[0-9]{1,16}$/.test(id)) return { source: 'swap', id, at: 0 };
  const [, event, line] = /^([0-9]{1,16})-([0-9]{1,4})$/.exec(id) ?? [];
  if (event !== undefined && line !== undefined)
    return (await findAction(database.kysely, { userId, event, line })) ?? { source: 'ledger', id, at: 0 };
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const { rows } = await sql<Pick<ListedMovement, 'source' | 'id'>>`
    select 'deposit' as source, id::text from deposits where id = ${id} and user_id = ${userId}
    union all select 'withdrawal', id::text from withdrawals where id = ${id} and user_id = ${userId}
    union all select 'bank', id::text from bank_deposits own where id = ${id} and user_id = ${userId}
      and not exists (select from bank_arrivals where deposit_id = own.id and stage = 'completed')
    union all select case when maker = ${userId} then 'code' else 'redeemed' end, id::text from money_codes
    where id = ${id} and ((maker = ${userId} and status not in ('locking', 'refused')) or (redeemer = ${userId} and status = 'redeemed'))
    union all select 'card', id::text from card_orders where id = ${id} and user_id = ${userId}
      and ((side = 'buy' and paid_at is not null) or (side = 'sell' and stage not in ('selling', 'refused')))
    union all select 'ledger', event || '-' || line from ledger_entries
    where account = ${userId} and kind = 'transfer' and reference = ${`withdrawal:${id}`} and amount >= 0
  `.execute(database.kysely);
  const [row] = rows;
  return row && { ...row, at: 0 };
}

/** The action that a line of the ledger is a part of. Rows were lines once, and links to them are kept. */
async function findAction(
  db: QueryExecutorProvider,
  { userId, event, line }: { userId: string; event: string; line: string },
): Promise<ListedMovement | undefined> {
  const { rows } = await sql<Pick<ListedMovement, 'source' | 'id'>>`
    with entry as (
      select kind, reference, at from ledger_entries
      where event = ${event}::bigint and line = ${line}::smallint and account = ${userId}
    ), swap as (
      select own.id from entry join fills on fills.trade_id::text = entry.reference and fills.account = ${userId}
      join swaps own on own.account = ${userId} and own.swapped_at = entry.at and fills.order_id = any(own.order_ids)
      where entry.kind = 'trade' and fills.executed_at = entry.at
    )
    select 'card' as source, id::text from card_orders where user_id = ${userId} and swap_id in (select id from swap)
    union all select 'swap', 's' || id from swap where id not in (select swap_id from card_orders where swap_id is not null)
    union all select 'trade', 't' || reference from entry where kind = 'trade' and not exists (select from swap)
    union all select 'card', split_part(reference, ':', 2) from entry
    where kind in ('deposit', 'withdrawal', 'payout_returned') and reference like 'card:%' and reference not like '%/%'
  `.execute(db);
  const [row] = rows;
  return row && { ...row, at: 0 };
}

/** The swap or card order that a trade is a part of. */
async function findSwapOf(
  db: QueryExecutorProvider,
  { userId, trade }: { userId: string; trade: string },
): Promise<ListedMovement | undefined> {
  const { rows } = await sql<Pick<ListedMovement, 'source' | 'id'>>`
    with swap as (
      select own.id from fills join swaps own
        on own.account = ${userId} and own.swapped_at = fills.executed_at and fills.order_id = any(own.order_ids)
      where fills.trade_id = ${trade}::bigint and fills.account = ${userId}
    )
    select 'card' as source, id::text from card_orders where user_id = ${userId} and swap_id in (select id from swap)
    union all select 'swap', 's' || id from swap where id not in (select swap_id from card_orders where swap_id is not null)
  `.execute(db);
  const [row] = rows;
  return row && { ...row, at: 0 };
}

type Timeline = MovementDetails['timeline'];

/** What only the exchange does by itself is no stage of its owner's, and coming to the same one twice in a row is one. */
async function readTimeline(
  { database }: Platform,
  { source, id }: Pick<ListedMovement, 'source' | 'id'>,
): Promise<Timeline> {
  if (source !== 'deposit' && source !== 'withdrawal') return [];
  const { rows } = await sql<{ stage: Timeline[number]['stage']; at: Date }>`
    select stage, at from movement_stages where movement = ${id} and stage not in ('new', 'crediting') order by id
  `.execute(database.kysely);
  const timeline: Timeline = [];
  for (const { stage, at } of rows)
    if (stage !== timeline.at(-1)?.stage) timeline.push({ stage, time: at.toISOString() });
  return timeline;
}
