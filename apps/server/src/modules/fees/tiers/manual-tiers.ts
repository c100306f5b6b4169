import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockTiers } from './manual-tier-rows.ts';
import { type RefreshOptions, refreshTiersOf } from './refresh-fee-tiers.ts';

export interface ManualTier {
  readonly account: string;
  readonly tier: number;
  /** Who gives it. */
  readonly by: string;
}

/** Runs the change in a transaction, together with what must stand with it or not at all: its entry in a log, the code that it takes. */
export type ChangeTransaction = (
  change: (transaction: Transaction<unknown>) => Promise<boolean>,
) => Promise<boolean>;

/**
 * Gives an account a tier that stays, whatever it trades, until it is taken back. The row comes first: if the server dies before the exchange has it,
 * the next refresh makes up for it.
 *
 * @throws Problem account_not_found for an account that the exchange does not have, wrong_data for a tier that does not exist.
 */
export async function setManualTier(
  { database, runtime }: RefreshOptions,
  { account, tier, by }: ManualTier,
  transact = transactOn(database),
): Promise<void> {
  if (!(await runtime.read((exchange) => exchange.findAccount(account) !== undefined)))
    throw new Problem('account_not_found');
  const given = sql`
    INSERT INTO manual_fee_tiers (account, tier, set_by)
    SELECT ${account}, tier, ${by} FROM fee_tiers WHERE tier = ${tier}
    ON CONFLICT (account) DO UPDATE SET tier = excluded.tier, set_by = excluded.set_by, set_at = now()`;
  if (!(await changeRow(given, transact))) throw new Problem('wrong_data');
  await runtime.execute({ kind: 'ChangeAccount', key: null, account, tier });
}

/** Gives the account the tier of its volume again, at once. False when it had none by hand. */
export async function takeBackManualTier(
  options: RefreshOptions,
  account: string,
  transact = transactOn(options.database),
): Promise<boolean> {
  const takenBack = sql`DELETE FROM manual_fee_tiers WHERE account = ${account}`;
  const had = await changeRow(takenBack, transact);
  await refreshTiersOf(options, [account]);
  return had;
}

function transactOn({ kysely }: Database): ChangeTransaction {
  return (change) => kysely.transaction().execute(change);
}

/** False when there was nothing to change. */
function changeRow(change: RawBuilder<unknown>, transact: ChangeTransaction): Promise<boolean> {
  return transact(async (transaction) => {
    await lockTiers(transaction);
    const { numAffectedRows } = await change.execute(transaction);
    return numAffectedRows === 1n;
  });
}
