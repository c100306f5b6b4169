import { isValidMemo } from '@emporion/chains';
import { type Confirmation, savedAddressesMax } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import {
  accountTransaction,
  noteSecurityChange,
  type Origin,
  payoutsFrozenUntil,
  requireConfirmation,
  requireUser,
  type User,
} from '#modules/identity/index.ts';
import { readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { formatOf, mistakeIn, swallowsMoney } from '../addresses/chain-addresses.ts';
import { coinOnNetwork } from '../networks/coin-on-network.ts';
import { bankNetwork } from '../withdrawals/bank-details.ts';
import { findBankRoute, requireBankDestination } from '../withdrawals/bank-route.ts';
import { columns, paysToSavedOnly, type SavedAddress } from './address-book.ts';

interface NewSavedAddress
  extends Pick<SavedAddress, 'coin' | 'network' | 'address' | 'memo' | 'holder' | 'label'> {
  readonly userId: string;
  readonly confirmation: Confirmation | undefined;
  readonly origin: Origin;
}

/**
 * Saves an address, and tells its owner by mail. Whoever pays out to saved addresses only confirms it, for it is one more that money can leave to.
 *
 * @throws Problem coin_invalid, wrong_address, invalid_memo, address_not_unique, label_not_unique; too_many_items; payouts_frozen, account_frozen;
 * too_many_requests; and those of `requireConfirmation`.
 */
export async function saveAddress(platform: Platform, asked: NewSavedAddress): Promise<SavedAddress> {
  const { userId, confirmation, origin } = asked;
  const checked = { ...asked, ...(await checkDestination(platform, asked)) };
  const { kysely } = platform.database;
  // Asked here too, so that nobody enters a code for nothing.
  if (await payoutsFrozenUntil(kysely, platform, userId)) throw new Problem('payouts_frozen');
  if (await paysToSavedOnly(kysely, { userId, now: platform.clock.now() }))
    return requireConfirmation(
      platform,
      { userId, action: 'security', confirmation, origin },
      (transaction, user) => write(transaction, platform, { user, asked: checked }),
    );
  return accountTransaction(platform, { userId }, async (transaction) => {
    const user = await requireUser(transaction, userId);
    // Turned on a moment ago.
    if (await paysToSavedOnly(transaction, { userId, now: platform.clock.now() }))
      throw new Problem('two_factor_required');
    return write(transaction, platform, { user, asked: checked });
  });
}

/** With the account locked: one at a time, and none after its owner has shut a stranger out. */
async function write(
  transaction: Transaction<unknown>,
  platform: Platform,
  { user, asked }: { user: User; asked: NewSavedAddress },
): Promise<SavedAddress> {
  const { userId, coin, network, address, memo, holder, label, origin } = asked;
  const now = platform.clock.now();
  if (user.frozenAt !== null) throw new Problem('account_frozen');
  if (user.payoutsFrozenUntil !== null && user.payoutsFrozenUntil > now) throw new Problem('payouts_frozen');
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from saved_addresses where user_id = ${userId}
  `.execute(transaction);
  if ((counted[0]?.count ?? 0) >= savedAddressesMax)
    throw new Problem('too_many_items', { params: { max: savedAddressesMax } });
  const { rows } = await sql<SavedAddress>`
    insert into saved_addresses (user_id, coin, network, address, memo, holder, label, created_at)
    values (${userId}, ${coin}, ${network}, ${address}, ${memo}, ${holder}, ${label}, ${now})
    on conflict do nothing returning ${columns}
  `.execute(transaction);
  const [row] = rows;
  if (!row)
    throw new Problem(
      (await isLabelTaken(transaction, { userId, label })) ? 'label_not_unique' : 'address_not_unique',
    );
  await noteSecurityChange(transaction, platform, {
    ...{ user, origin, details: { label, currency: coin, network, address, memo } },
    ...{ event: 'saved_address_added', notice: 'saved_address_added' },
  });
  return row;
}

async function isLabelTaken(
  db: QueryExecutorProvider,
  { userId, label }: { userId: string; label: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from saved_addresses where user_id = ${userId} and lower(label) = lower(${label})
  `.execute(db);
  return rows.length > 0;
}

async function checkDestination(
  platform: Platform,
  { userId, coin, network: code, address, memo, holder }: NewSavedAddress,
): Promise<Pick<SavedAddress, 'network' | 'address' | 'memo' | 'holder'>> {
  const { kysely } = platform.database;
  if (code === bankNetwork && (await findBankRoute(kysely, coin)))
    return {
      network: code,
      ...(await requireBankDestination(kysely, { userId, coin, address, memo, holder })),
    };
  const listed = await readNetworks(platform);
  const { network } = coinOnNetwork(listed, { coin, network: code });
  const normalized = formatOf(network).normalize(address.trim());
  if (normalized === undefined) {
    const mistake = mistakeIn(network, listed.networks.values(), address.trim());
    throw new Problem('wrong_address', { fields: { address: mistake } });
  }
  if (swallowsMoney(network, listed.coins, normalized))
    throw new Problem('wrong_address', { fields: { address: { code: 'wrong_address' } } });
  const isMemoRight = memo === null || (network.memo !== null && isValidMemo(network.memo, memo));
  if (!isMemoRight) throw new Problem('invalid_memo', { fields: { memo: { code: 'invalid_memo' } } });
  return { network: code, address: normalized, memo, holder: null };
}
