import { randomUUID } from 'node:crypto';
import { Problem } from '#platform/http/problem.ts';
import { whileTiersStand } from './manual-tier-rows.ts';
import { type RefreshOptions, refreshTiersOf } from './refresh-fee-tiers.ts';

export interface ManualTier {
  readonly account: string;
  readonly tier: number;
  /** Who gives it. */
  readonly by: string;
}

/**
 * Gives an account a tier that stays, whatever it trades, until it is taken back. The row comes first: if the server dies before the exchange has it,
 * the next refresh makes up for it.
 *
 * @throws Problem account_not_found for an account that the exchange does not have, wrong_data for a tier that does not exist.
 */
export async function setManualTier(
  options: RefreshOptions,
  { account, tier, by }: ManualTier,
): Promise<void> {
  const { database, runtime } = options;
  if (!(await runtime.read((exchange) => exchange.findAccount(account) !== undefined)))
    throw new Problem('account_not_found');
  const { rowCount } = await whileTiersStand(database.pool, (client) =>
    client.query(
      `INSERT INTO manual_fee_tiers (account, tier, set_by) SELECT $1, tier, $3 FROM fee_tiers WHERE tier = $2
       ON CONFLICT (account) DO UPDATE SET tier = excluded.tier, set_by = excluded.set_by, set_at = now()`,
      [account, tier, by],
    ),
  );
  if (rowCount === 0) throw new Problem('wrong_data');
  await runtime.execute({ kind: 'ChangeAccount', key: `fee-tier:${randomUUID()}`, account, tier });
}

/** Gives the account the tier of its volume again, at once. False when it had none by hand. */
export async function takeBackManualTier(options: RefreshOptions, account: string): Promise<boolean> {
  const { rowCount } = await whileTiersStand(options.database.pool, (client) =>
    client.query('DELETE FROM manual_fee_tiers WHERE account = $1', [account]),
  );
  await refreshTiersOf(options, [account]);
  return rowCount === 1;
}
