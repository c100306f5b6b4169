import { SignerUnavailable } from '@emporion/chains/signer-client';
import { type QueryExecutorProvider, sql } from 'kysely';
import { lockKeys } from '#platform/database/lease.ts';
import { repeatUnderLease } from '#platform/database/repeat-under-lease.ts';
import type { Platform } from '#platform/platform.ts';
import { tendSavedOnly } from '../address-book/saved-addresses-only.ts';
import { tellWalletChanged } from '../changes.ts';
import { tendCodes } from '../codes/money-codes.ts';
import { runRefills } from '../cold/run-refills.ts';
import { eachByItself } from '../each-by-itself.ts';
import type { OpenSigner } from '../signer/open-signer.ts';
import { bookTransfer, listOnTheirWay } from '../transfers/transfer.ts';
import { listDueNetworks } from './due-networks.ts';
import { payoutNetworks } from './payout-networks.ts';
import { runPayouts } from './run-payouts.ts';

const turnMs = 2_000;
/** Every so many turns all networks are looked at, and in between those where something is to be done: what is worth a sweep or too much changes slowly. */
const roundTurns = 4;

/** Everything that makes money leave or takes it up after a crash, in one process at a time. */
export function startPayouts(
  platform: Platform,
  { sign, pinNew }: Pick<OpenSigner, 'sign' | 'pinNew'>,
): { stop(): Promise<void> } {
  const { pool, kysely } = platform.database;
  let since = platform.clock.now();
  return repeatUnderLease({
    ...{ pool, key: lockKeys.walletPayouts, intervalMs: turnMs, part: 'payouts', log: platform.log },
    work: async (turn, signal) => {
      await eachByItself(platform, await listOnTheirWay(kysely), (transfer) =>
        bookTransfer(platform, transfer),
      );
      await tendCodes(platform);
      await tendSavedOnly(platform);
      await pinNew().catch((error: unknown) => {
        // It is asked again in two seconds, and by whatever is to be signed.
        if (!(error instanceof SignerUnavailable)) throw error;
      });
      const due = turn % roundTurns === 0 ? undefined : await listDueNetworks(kysely);
      const networks = due?.length === 0 ? [] : await payoutNetworks(platform, due);
      await runPayouts(platform, { networks, sign, signal });
      await runRefills(platform);
      const { owners, at } = await listChanged(kysely, since);
      since = at;
      await tellWalletChanged(platform, owners);
    },
  });
}

/** Whose withdrawals changed since then, or gain confirmations. */
async function listChanged(db: QueryExecutorProvider, since: Date): Promise<{ owners: string[]; at: Date }> {
  const { rows } = await sql<{ owners: string[] | null; at: Date }>`
    select now() as at, array_agg(distinct user_id) as owners from withdrawals
    where updated_at >= ${since} or (status in ('broadcast', 'confirming') and network <> 'bank')
  `.execute(db);
  return { owners: rows[0]?.owners ?? [], at: rows[0]?.at ?? since };
}
