import { randomUUID } from 'node:crypto';
import type { BankArrival, bankReviewEndpoints } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { recordStaffAction } from '#modules/audit/index.ts';
import { isSamePerson, type Origin, requireConfirmation } from '#modules/identity/index.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type BankAccount, findBankAccount } from '../bank-accounts.ts';
import { fiatDecimals, findReference, knownPrefixes, unitsOf } from './announce.ts';
import { arrivalOnWire, findArrival } from './arrival.ts';
import { bookArrival, creditBooked } from './credit.ts';
import { mayCreditAlone } from './credit-alone.ts';

type Recorded = z.output<typeof bankReviewEndpoints.record.body>;

interface Matched {
  readonly depositId: string;
  readonly userId: string;
  readonly currency: string;
  /** What was announced, as a decimal. */
  readonly announced: string;
  /** Something arrived for it before. */
  readonly wasPaid: boolean;
}

/**
 * Writes down what arrived, and credits it where the reference says whose it is and one person may decide it. The decision, the fresh code and the entry in the
 * audit log stand together or not at all.
 *
 * @throws Problem coin_invalid, amount_too_small, duplicate_transaction, bank_currency_differs, own_account, and those of `requireConfirmation`.
 */
export async function recordArrival(
  platform: Platform,
  { caller, origin, body }: { caller: Caller; origin: Origin; body: Recorded },
): Promise<BankArrival> {
  const { kysely } = platform.database;
  const { userId: operatorId } = caller;
  const { currency, amount, bank_transaction, sender, reference, reason, confirmation } = body;
  const account = await findBankAccount(kysely, currency);
  if (!account) throw new Problem('coin_invalid');
  requireAboveFee(account, amount);
  const id = randomUUID();
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, async (transaction) => {
    const matched = await match(transaction, { reference, currency });
    const own = { userId: operatorId, others: [matched?.userId ?? null] };
    if (await isSamePerson(transaction, own)) throw new Problem('own_account');
    const isAtOnce =
      matched && (await mayCreditAlone(transaction, platform, { operatorId, matched, currency, amount }));
    const now = platform.clock.now();
    await insert(transaction, { id, operatorId, account, body, matched, isAlone: isAtOnce === true, now });
    if (isAtOnce) await bookArrival(transaction, { id, bank: account.name, userId: matched.userId });
    await recordStaffAction(transaction, platform, {
      ...{ action: 'bank_arrival_recorded', actorId: operatorId, origin, reason, subjectId: matched?.userId },
      object: `bank_arrival:${id}`,
      after: { currency, amount, bank_transaction, stage: isAtOnce ? 'crediting' : 'waiting' },
      personal: { after: { sender } },
    });
  });
  await creditBooked(platform);
  const arrival = await findArrival(kysely, id);
  if (!arrival) throw new Error('What was recorded is gone.');
  return arrivalOnWire(arrival, caller);
}

function requireAboveFee({ depositFee }: BankAccount, amount: string): void {
  const fee = unitsOf(depositFee);
  if (unitsOf(amount) <= fee)
    throw new Problem('amount_too_small', { params: { min: formatDecimal(fee + 1n, fiatDecimals) } });
}

/** Whose reference it is; locked, so that of two payments with one reference the second is seen as such. @throws Problem bank_currency_differs. */
async function match(
  transaction: QueryExecutorProvider,
  { reference, currency }: { reference: string | null; currency: string },
): Promise<Matched | undefined> {
  const found = findReference(reference, await knownPrefixes(transaction));
  if (found === undefined) return undefined;
  const { rows } = await sql<Omit<Matched, 'wasPaid'>>`
    select id as "depositId", user_id as "userId", currency, amount::text as announced from bank_deposits where reference = ${found} for update
  `.execute(transaction);
  const [deposit] = rows;
  if (!deposit) return undefined;
  if (deposit.currency !== currency)
    throw new Problem('bank_currency_differs', { params: { expected: deposit.currency, arrived: currency } });
  const before = await sql`select from bank_arrivals where deposit_id = ${deposit.depositId} limit 1`.execute(
    transaction,
  );
  return { ...deposit, wasPaid: before.rows.length > 0 };
}

/** @throws Problem duplicate_transaction for a payment that was recorded before. */
async function insert(
  transaction: QueryExecutorProvider,
  {
    id,
    operatorId,
    account: { name, depositFee },
    body: { currency, amount, bank_transaction, sender, reference, reason },
    matched,
    isAlone,
    now,
  }: {
    id: string;
    operatorId: string;
    account: BankAccount;
    body: Recorded;
    matched: Matched | undefined;
    isAlone: boolean;
    now: Date;
  },
): Promise<void> {
  const { rows } = await sql`
    insert into bank_arrivals (
      id, bank, bank_transaction, currency, amount, fee, sender, reference, deposit_id, user_id, stage, recorded_by,
      recorded_at, reason, alone
    )
    values (
      ${id}, ${name}, ${bank_transaction}, ${currency}, ${amount}, ${depositFee}, ${sender}, ${reference},
      ${matched?.depositId ?? null}, ${matched?.userId ?? null}, 'waiting', ${operatorId}, ${now}, ${reason}, ${isAlone}
    )
    on conflict (bank, bank_transaction) do nothing returning id
  `.execute(transaction);
  if (rows.length === 0) throw new Problem('duplicate_transaction');
}
