import type { approvalPayloads } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod/mini';
import { findUser } from '#modules/identity/index.ts';
import { type CoinNetwork, readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { decideDeposit, requireCountable } from '../deposits/decide-deposit.ts';
import { type Deposit, listDeposits } from '../deposits/deposit.ts';
import { toLedger } from '../deposits/judge-deposit.ts';
import { findRecipient } from '../transfers/resolve-recipient.ts';
import { watcherOf } from '../watch/watcher.ts';
import { valueForLimits } from '../withdrawals/value-for-limits.ts';

type Proposed = z.output<(typeof approvalPayloads)['deposit_credit']>;

export interface Valued {
  /** In USDT. Null: nobody knows. */
  readonly value: string | null;
  /** Whether one person is not enough to credit it: it has no owner, or it is worth too much. */
  readonly needsTwo: boolean;
}

/** What a deposit is worth, and whether it takes two people to credit it. */
export async function valueDeposit(
  platform: Platform,
  deposit: Deposit,
  coin: CoinNetwork | undefined,
): Promise<Valued> {
  const units = coin && toLedger(deposit.chainAmount, coin).amount;
  const value =
    coin && units !== undefined ? await valueForLimits(platform, { coin: coin.coin, units }) : undefined;
  const { rows } = await sql<{ isAbove: boolean }>`
    select coalesce(${value ?? null}::numeric > credit_two_people_above, true) as "isAbove" from treasury_policy
  `.execute(platform.database.kysely);
  return { value: value ?? null, needsTwo: deposit.userId === null || (rows[0]?.isAbove ?? true) };
}

export async function creditNeedsTwo(platform: Platform, deposit: Deposit): Promise<boolean> {
  return (await valueDeposit(platform, deposit, await listedOf(platform, deposit))).needsTwo;
}

async function listedOf(
  platform: Platform,
  { network, contract }: Deposit,
): Promise<CoinNetwork | undefined> {
  const { coins } = await readNetworks(platform);
  return coins.find((each) => each.network === network && each.contract === contract);
}

/** @throws Problem transaction_not_found. */
async function requireDeposit(db: QueryExecutorProvider, id: string): Promise<Deposit> {
  const [deposit] = await listDeposits(db, sql`id = ${id}`);
  if (!deposit) throw new Problem('transaction_not_found');
  return deposit;
}

/**
 * What two people are asked to credit, and to whom.
 *
 * @throws Problem transaction_not_found, token_not_listed, amount_too_large, account_not_found, deposit_has_owner for another one than its owner.
 */
export async function describeCredit(
  platform: Platform,
  { id, to }: { id: string; to: string | undefined },
): Promise<Proposed> {
  const { kysely } = platform.database;
  const deposit = await requireDeposit(kysely, id);
  const coin = await listedOf(platform, deposit);
  const { network, contract, transactionId: hash, chainAmount } = deposit;
  if (!coin) throw new Problem('token_not_listed', { params: { network, contract: contract ?? '–' } });
  const named = to === undefined || to === '' ? undefined : await findRecipient(kysely, to);
  if (deposit.userId !== null && named !== undefined && named !== deposit.userId)
    throw new Problem('deposit_has_owner');
  const user = deposit.userId ?? named;
  if (user === undefined)
    throw new Problem('account_not_found', { fields: { user: { code: 'account_not_found' } } });
  const { amount: units } = toLedger(chainAmount, coin);
  requireCountable(units, coin);
  const amount = formatDecimal(units, coin.ledgerDecimals);
  return { deposit: id, user, currency: coin.coin, network, amount, hash };
}

/** Whether it could be credited now. @throws Problem transaction_not_found, deposit_not_held, account_not_found, account_disabled. */
export async function checkCredit(
  { database }: Platform,
  { id, user }: { id: string; user: string },
): Promise<void> {
  const deposit = await requireDeposit(database.kysely, id);
  if (deposit.status !== 'held') throw new Problem('deposit_not_held');
  const account = await findUser(database.kysely, user);
  if (!account) throw new Problem('account_not_found');
  if (account.status !== 'active') throw new Problem('account_disabled');
}

/** By the word of two people. @throws Problem as `decideDeposit`. */
export async function creditDeposit(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { id, user, operatorId, reason }: { id: string; user: string; operatorId: string; reason: string },
): Promise<void> {
  const { network } = await requireDeposit(transaction, id);
  await decideDeposit(transaction, await readNetworks(platform), {
    ...{ id, operatorId, reason, to: user, now: platform.clock.now() },
    finalByChain: watcherOf(platform).finalByChain(network),
  });
}

/** Sends what has its booking number to the exchange without waiting for the next look at the network. */
export async function creditNow(platform: Platform, code: string): Promise<void> {
  const network = (await readNetworks(platform)).networks.get(code);
  if (network) await watcherOf(platform).creditBooked(network);
}
