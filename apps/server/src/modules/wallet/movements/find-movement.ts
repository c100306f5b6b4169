import type { MovementDetails } from '@emporion/contracts/rest';
import { sql } from 'kysely';
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
  const [, event, line] = /^([0-9]{1,16})-([0-9]{1,4})$/.exec(id) ?? [];
  if (event !== undefined && line !== undefined) return { source: 'ledger', id, at: 0 };
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const { rows } = await sql<Pick<ListedMovement, 'source' | 'id'>>`
    select 'deposit' as source, id::text from deposits where id = ${id} and user_id = ${userId}
    union all select 'withdrawal', id::text from withdrawals where id = ${id} and user_id = ${userId}
    union all select 'bank', id::text from bank_deposits own where id = ${id} and user_id = ${userId}
      and not exists (select from bank_arrivals where deposit_id = own.id and stage = 'completed')
    union all select case when maker = ${userId} then 'code' else 'redeemed' end, id::text from money_codes
    where id = ${id} and ((maker = ${userId} and status not in ('locking', 'refused')) or (redeemer = ${userId} and status = 'redeemed'))
    union all select 'ledger', event || '-' || line from ledger_entries
    where account = ${userId} and kind = 'transfer' and reference = ${`withdrawal:${id}`} and amount >= 0
  `.execute(database.kysely);
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
