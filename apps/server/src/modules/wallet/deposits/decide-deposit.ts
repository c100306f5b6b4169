import { formatDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { findUser, isSamePerson } from '#modules/identity/index.ts';
import type { CoinNetwork, Network, Networks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import { bookCredits } from './book-final.ts';
import { type Deposit, listDeposits } from './deposit.ts';
import { creditByDecision, mostCountable } from './judge-deposit.ts';
import { finalHeight } from './settling.ts';

export interface DepositDecision {
  readonly id: string;
  readonly operatorId: string;
  readonly reason: string;
  /** Whom an operator credits what has no owner to; null: the house takes it. Undefined: to its owner. */
  readonly to: string | null | undefined;
  readonly now: Date;
  /** The newest block that the chain calls final itself, where it does. */
  readonly finalByChain: number | undefined;
}

/**
 * Books a held deposit by an operator's decision: to its owner, to whom the operator names when the chain names nobody, or as money of the house. It gets its
 * number in the transaction of the decision, so that the reason may go at the same moment without a second credit.
 *
 * @throws Problem transaction_not_found, deposit_not_held, deposit_not_final, token_not_listed, amount_too_small for less than the ledger
 * counts, amount_too_large for more than it can, deposit_has_owner, account_not_found, account_disabled, own_account.
 */
export async function decideDeposit(
  transaction: QueryExecutorProvider,
  networks: Networks,
  { id, operatorId, reason, to, now, finalByChain }: DepositDecision,
): Promise<Deposit> {
  const [deposit] = await listDeposits(transaction, sql`id = ${id} for update`);
  if (!deposit) throw new Problem('transaction_not_found');
  if (deposit.status !== 'held') throw new Problem('deposit_not_held');
  const { network, coin } = requireListed(networks, deposit);
  await requireFinal(transaction, networks, { deposit, network, coin, finalByChain });
  const userId = await accountFor(transaction, deposit, to);
  // Nobody credits themselves, nor a second account of theirs.
  if (await isSamePerson(transaction, { userId: operatorId, others: [userId] }))
    throw new Problem('own_account');
  const credit = creditByDecision(deposit, coin);
  if (credit.amount === 0n)
    throw new Problem('amount_too_small', { params: { min: formatDecimal(1n, coin.ledgerDecimals) } });
  requireCountable(credit.amount, coin);
  await sql`
    update deposits set
      user_id = ${userId}, is_owner_named = ${deposit.userId === null && userId !== null},
      booked_to = ${userId === null ? 'house' : 'owner'},
      decided_by = ${operatorId}, decided_at = ${now}, decision_reason = ${reason}
    where id = ${id}
  `.execute(transaction);
  // Money of its own costs the house no fee.
  const taken = userId === null ? { ...credit, fee: 0n } : credit;
  await bookCredits(transaction, { network, networks }, [{ deposit, credit: taken }]);
  return { ...deposit, userId };
}

/** A contract can log more than there is of any coin. @throws Problem amount_too_large. */
export function requireCountable(units: bigint, coin: CoinNetwork): void {
  const most = mostCountable(coin);
  if (units > most)
    throw new Problem('amount_too_large', { params: { max: formatDecimal(most, coin.ledgerDecimals) } });
}

function requireListed(
  { networks, coins }: Networks,
  deposit: Deposit,
): { network: Network; coin: CoinNetwork } {
  const network = networks.get(deposit.network);
  const coin = coins.find((each) => each.network === deposit.network && each.contract === deposit.contract);
  // Once it is listed, it is credited by itself.
  if (!network || !coin) {
    const params = { network: deposit.network, contract: deposit.contract ?? '–' };
    throw new Problem('token_not_listed', { params });
  }
  return { network, coin };
}

/** What a reorganisation took back since is not creditable, whatever held it before. */
async function requireFinal(
  transaction: QueryExecutorProvider,
  networks: Networks,
  {
    deposit,
    network,
    coin,
    finalByChain,
  }: Pick<DepositDecision, 'finalByChain'> & { deposit: Deposit; network: Network; coin: CoinNetwork },
): Promise<void> {
  const { rows } = await sql<{ height: number }>`
    select height from chain_checkpoints where network = ${network.code}
  `.execute(transaction);
  const height = rows[0]?.height ?? -1;
  const final = finalHeight({ network, networks, height, finalByChain }, coin.coin);
  if (deposit.blockHeight === null || deposit.blockHeight > final) throw new Problem('deposit_not_final');
}

/** Null: the house. */
async function accountFor(
  transaction: QueryExecutorProvider,
  { userId: owner }: Deposit,
  to: DepositDecision['to'],
): Promise<string | null> {
  if (owner !== null && to !== undefined && to !== owner) throw new Problem('deposit_has_owner');
  const userId = to === undefined ? owner : to;
  if (to === null) return null;
  const user = userId === null ? undefined : await findUser(transaction, userId);
  if (!user) throw new Problem('account_not_found', { fields: { user: { code: 'account_not_found' } } });
  // A frozen one may have it: its owner froze what leaves.
  if (user.status !== 'active') throw new Problem('account_disabled');
  return user.id;
}
