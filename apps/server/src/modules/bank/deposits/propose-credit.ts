import type { approvalPayloads } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { findUser } from '#modules/identity/index.ts';
import { findRecipient } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { type Arrival, findArrival } from './arrival.ts';
import { bookArrival } from './credit.ts';

type Proposed = z.output<(typeof approvalPayloads)['bank_credit']>;

/** @throws Problem transaction_not_found. */
async function requireArrival(db: QueryExecutorProvider, id: string): Promise<Arrival> {
  const arrival = await findArrival(db, id);
  if (!arrival) throw new Problem('transaction_not_found');
  return arrival;
}

/**
 * What two people are asked to credit, and to whom.
 *
 * @throws Problem transaction_not_found, account_not_found, deposit_has_owner for another one than its owner.
 */
export async function describeBankCredit(
  { database: { kysely } }: Platform,
  { id, to }: { id: string; to: string | undefined },
): Promise<Proposed> {
  const { userId, currency, amount, bankTransaction, sender } = await requireArrival(kysely, id);
  const named = to === undefined || to === '' ? undefined : await findRecipient(kysely, to);
  if (userId !== null && named !== undefined && named !== userId) throw new Problem('deposit_has_owner');
  const user = userId ?? named;
  if (user === undefined)
    throw new Problem('account_not_found', { fields: { user: { code: 'account_not_found' } } });
  return { arrival: id, user, currency, amount, bank_transaction: bankTransaction, sender };
}

/** Whether it could be credited now. @throws Problem transaction_not_found, deposit_not_held, account_not_found, account_disabled. */
export async function checkBankCredit(
  { database }: Platform,
  { id, user }: { id: string; user: string },
): Promise<void> {
  const { stage } = await requireArrival(database.kysely, id);
  if (stage !== 'waiting') throw new Problem('deposit_not_held');
  const account = await findUser(database.kysely, user);
  if (!account) throw new Problem('account_not_found');
  if (account.status !== 'active') throw new Problem('account_disabled');
}

/** By the word of two people. @throws Problem transaction_not_found, deposit_not_held, deposit_has_owner. */
export async function bookBankCredit(
  transaction: QueryExecutorProvider,
  { id, user }: { id: string; user: string },
): Promise<void> {
  await sql`select from bank_arrivals where id = ${id} for update`.execute(transaction);
  const { bank, stage, userId } = await requireArrival(transaction, id);
  if (stage !== 'waiting') throw new Problem('deposit_not_held');
  if (userId !== null && userId !== user) throw new Problem('deposit_has_owner');
  await bookArrival(transaction, { id, bank, userId: user });
}
