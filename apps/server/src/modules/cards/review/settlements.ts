import { randomUUID } from 'node:crypto';
import type { CardSettlement, cardReviewEndpoints } from '@emporion/contracts/rest';
import { houseAccount } from '@emporion/core';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { recordStaffAction } from '#modules/audit/index.ts';
import { type Origin, requireConfirmation } from '#modules/identity/index.ts';
import {
  bookMovement,
  isInLedger,
  journalText,
  readPlace,
  releaseRefused,
  writePlace,
} from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { fiatUnits, showFiat } from '../terms.ts';

type Body = z.output<(typeof cardReviewEndpoints)['settle']['body']>;

interface Settlement {
  readonly id: string;
  readonly system: string;
  readonly currency: string;
  readonly bank: string;
  readonly amount: string;
  readonly direction: 'received' | 'sent';
  readonly booking: number;
  readonly recordedBy: string;
  readonly reason: string;
}

const seriesOf = (system: string) => `card-settlement:${system}`;
const referenceOf = ({ id }: Pick<Settlement, 'id'>) => `card-settlement:${id}`;

/** What a pay system owes us, in hundredths of the currency. */
export function owedBy({ view }: Pick<Platform, 'view'>, system: string, currency: string): Promise<bigint> {
  return view.read(({ ledger }) => -ledger.available(houseAccount('acquirer', system), currency));
}

/**
 * Writes down what a pay system owed us and a bank has now, or what we owed and sent it, by the number that the bank gave it.
 *
 * @throws Problem coin_invalid where we have no bank, amount_too_small, amount_too_large for more than is owed, duplicate_transaction, and those of
 * `requireConfirmation`.
 */
export async function recordSettlement(
  platform: Platform,
  { operatorId, origin, body }: { operatorId: string; origin: Origin; body: Body },
): Promise<void> {
  const { kysely } = platform.database;
  const { pay_system: system, currency, amount, direction, bank_transaction, reason, confirmation } = body;
  const { rows } = await sql<{
    name: string;
  }>`select name from bank_accounts where currency = ${currency}`.execute(kysely);
  const bank = rows[0]?.name;
  if (bank === undefined) throw new Problem('coin_invalid');
  if (fiatUnits(amount) <= 0n) throw new Problem('amount_too_small', { params: { min: showFiat(1n) } });
  const id = randomUUID();
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, async (transaction) => {
    await requireOwed(transaction, platform, { system, currency, amount, direction });
    const { number } = await bookMovement(transaction, {
      series: seriesOf(system),
      reference: referenceOf({ id }),
    });
    const written = await sql`
      insert into card_settlements (id, system, currency, bank, bank_transaction, amount, direction, stage, booking, recorded_by, recorded_at, reason)
      values (${id}, ${system}, ${currency}, ${bank}, ${bank_transaction}, ${amount}, ${direction}, 'booking', ${number}, ${operatorId}, ${platform.clock.now()}, ${reason})
      on conflict (bank, bank_transaction) do nothing returning id
    `.execute(transaction);
    if (written.rows.length === 0) throw new Problem('duplicate_transaction');
    await recordStaffAction(transaction, platform, {
      ...{
        action: 'card_settlement_recorded',
        actorId: operatorId,
        origin,
        reason,
        object: `card_settlement:${id}`,
      },
      after: { pay_system: system, currency, amount, direction, bank_transaction },
    });
  });
  await bookSettlements(platform);
}

/** Two at once must not settle the same debt: they wait for each other, and what is recorded but not booked yet counts. @throws Problem amount_too_large. */
async function requireOwed(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { system, currency, amount, direction }: Pick<Settlement, 'system' | 'currency' | 'amount' | 'direction'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${seriesOf(system)}, 0))`.execute(transaction);
  const { rows } = await sql<{ sum: string }>`
    select trim_scale(coalesce(sum(case direction when 'sent' then -amount else amount end), 0))::text as sum from card_settlements
    where system = ${system} and currency = ${currency} and stage = 'booking'
  `.execute(transaction);
  const owed = (await owedBy(platform, system, currency)) - signedUnits(rows[0]?.sum ?? '0');
  const left = direction === 'sent' ? -owed : owed;
  if (fiatUnits(amount) > left)
    throw new Problem('amount_too_large', {
      params: { max: `${showFiat(left > 0n ? left : 0n)} ${currency}` },
    });
}

const signedUnits = (text: string) => (text.startsWith('-') ? -fiatUnits(text.slice(1)) : fiatUnits(text));

/** Books what was recorded and, after a crash, what was left in between. */
export async function bookSettlements(platform: Platform): Promise<void> {
  const { kysely } = platform.database;
  const { rows } = await sql<Settlement>`
    select id, system, currency, bank, trim_scale(amount)::text as amount, direction, booking::float8 as booking,
      recorded_by as "recordedBy", reason
    from card_settlements where stage = 'booking' order by recorded_at limit 100
  `.execute(kysely);
  for (const settlement of rows) {
    const { id, system, currency: coin, bank, booking: number, recordedBy, reason } = settlement;
    const [ours, theirs] = [houseAccount('bank', bank), houseAccount('acquirer', system)];
    const [from, to] = settlement.direction === 'sent' ? [theirs, ours] : [ours, theirs];
    const booking = { series: seriesOf(system), number };
    const result = await platform.runtime.execute({
      ...{ kind: 'MoveHouseMoney', booking, cause: 'settlement', reference: referenceOf(settlement) },
      ...{ actor: `operator:${recordedBy}`, reason: journalText(reason) },
      legs: [{ from, to, coin, amount: fiatUnits(settlement.amount) }],
    });
    const trace = {
      account: theirs,
      kind: 'settlement',
      reference: referenceOf(settlement),
      batch: result.batch,
    };
    const isBooked =
      result.status === 'accepted' ||
      (result.rejection.code === 'duplicate_transaction' && (await isInLedger(platform, trace)));
    if (isBooked) await sql`update card_settlements set stage = 'completed' where id = ${id}`.execute(kysely);
    else {
      platform.log.error({ part: 'cards', settlement: id, result }, 'the exchange refused a settlement');
      await releaseRefused(platform, booking);
    }
  }
}

type ListQuery = z.output<(typeof cardReviewEndpoints)['settlements']['query']>;

interface ListedRow
  extends Pick<CardSettlement, 'id' | 'currency' | 'amount' | 'direction' | 'bank' | 'reason'> {
  readonly system: CardSettlement['pay_system'];
  readonly bankTransaction: string;
  readonly stage: 'booking' | 'completed';
  readonly recordedBy: string;
  readonly username: string;
  readonly recordedAt: Date;
}

export async function listSettlements(
  db: QueryExecutorProvider,
  { limit, cursor, pay_system }: ListQuery,
): Promise<{ results: CardSettlement[]; next: string | null }> {
  const after = readPlace(cursor);
  const { rows } = await sql<ListedRow>`
    select own.id, system, currency, trim_scale(amount)::text as amount, direction, bank, bank_transaction as "bankTransaction",
      stage, recorded_by as "recordedBy", users.username, recorded_at as "recordedAt", reason
    from card_settlements own join users on users.id = own.recorded_by
    where ${pay_system === undefined ? sql`true` : sql`system = ${pay_system}`}
      and ${after ? sql`(recorded_at, own.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
    order by recorded_at desc, own.id desc limit ${limit + 1}
  `.execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    results: shown.map(({ system, bankTransaction, stage, recordedBy, username, recordedAt, ...row }) => ({
      ...{ ...row, pay_system: system, bank_transaction: bankTransaction, booked: stage === 'completed' },
      ...{ date: recordedAt.toISOString(), recorded_by: { id: recordedBy, username } },
    })),
    next: last ? writePlace({ rank: 0, at: last.recordedAt, id: last.id }) : null,
  };
}
