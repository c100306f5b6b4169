import { isValidMemo } from '@emporion/chains';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import {
  isYoungDevice,
  type Origin,
  payoutsFrozenUntil,
  recordSecurityEvent,
  requireProved,
} from '#modules/identity/index.ts';
import { requireBankCurrency } from '#modules/kyc/index.ts';
import { type CoinNetwork, type Network, readNetworks } from '#modules/markets/index.ts';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { noteUse } from '../address-book/address-book.ts';
import { formatOf, mistakeIn, swallowsMoney } from '../addresses/chain-addresses.ts';
import { listHouseAddresses } from '../addresses/house-addresses.ts';
import { requireAttempt } from '../attempts.ts';
import { bankNetwork, isMistake, readBankDetails } from './bank-details.ts';
import { requireBankDestination, spelledHolder } from './bank-route.ts';
import { book } from './book.ts';
import { lockLeaving, requireBeyondCardHold } from './card-hold.ts';
import { readDay, readPolicy, requireWithinDay, unitsOf } from './policy.ts';
import { requirePayable } from './require-payable.ts';
import { requireRecipient } from './require-recipient.ts';
import { requireRoute } from './require-route.ts';
import { findByClientId, findWithdrawal, insertWithdrawal } from './store.ts';
import { valueForLimits } from './value-for-limits.ts';
import type { Withdrawal } from './withdrawal.ts';

export interface WithdrawalAsked {
  readonly userId: string;
  readonly sessionId: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  /** Of a bank account; nobody is asked for it elsewhere. */
  readonly holder: string | null;
  readonly amount: string;
  readonly clientId: string;
  readonly origin: Origin;
}

/** What was asked for, in the one spelling that everything after it uses. */
interface Checked {
  readonly route: CoinNetwork;
  readonly address: string;
  readonly memo: string | null;
  readonly holder: string | null;
  readonly units: bigint;
}

/**
 * Writes a withdrawal down and has the exchange hold its money. Nothing leaves before its code and its link have come.
 *
 * @throws Problem for what cannot be: see the contract for every code.
 */
export async function requestWithdrawal(platform: Platform, asked: WithdrawalAsked): Promise<Withdrawal> {
  const { kysely } = platform.database;
  const { userId, clientId } = asked;
  const known = await findByClientId(kysely, { userId, clientId });
  if (known) return repeatOf(platform, known, asked);
  const { coin, network, address, memo, holder, amount } = asked;
  const words = [clientId, coin, network, address, memo, ...(holder === null ? [] : [holder]), amount];
  await requireAttempt(platform, { userId, words });
  const checked = await check(platform, asked);
  const value = await valueForLimits(platform, { coin: asked.coin, units: checked.units });
  const live = await liveExchange(platform);
  await ensureAccount(platform, live, userId);
  const written = await kysely
    .transaction()
    .execute((transaction) => write(platform, transaction, { asked, checked, value }))
    .catch(async (error: unknown) => {
      // Who tries is in the log, with a transaction of its own: nothing else comes of the call.
      if (error instanceof Problem && error.code === 'address_denied')
        await recordSecurityEvent(kysely, {
          ...{ event: 'denied_address_refused', userId, actorId: userId, origin: asked.origin },
          details: { coin, network, amount, address: checked.address },
        });
      throw error;
    });
  if (written.recipient !== null) await ensureAccount(platform, live, written.recipient);
  return repeatOf(platform, written, asked);
}

/** The same words under the same id are the same withdrawal; other words are a mistake. Whoever asks again is told how it stands once its money is held. */
async function repeatOf(platform: Platform, known: Withdrawal, asked: WithdrawalAsked): Promise<Withdrawal> {
  const { address, memo } = await spellingOf(platform, asked);
  const isSame =
    known.coin === asked.coin &&
    known.network === asked.network &&
    known.address === address &&
    known.memo === memo &&
    (known.holder === null || known.holder === spelledHolder(asked.holder)) &&
    unitsOf(known.amount) === unitsOf(asked.amount);
  if (!isSame) throw new Problem('duplicate_transaction');
  if (known.books === 'holding') await book(platform, known);
  // As it stands, whoever was quicker.
  const stands = (await findWithdrawal(platform.database.kysely, known.id)) ?? known;
  if (stands.status === 'failed' && stands.books === 'refused') throw await shortageOf(platform, stands);
  return stands;
}

/** Of what was asked for, as it would be written down. */
async function spellingOf(
  platform: Platform,
  asked: WithdrawalAsked,
): Promise<{ address: string | undefined; memo: string | null }> {
  if (asked.network === bankNetwork) {
    const details = readBankDetails(asked.coin, asked);
    return isMistake(details) ? { address: undefined, memo: asked.memo } : details;
  }
  const network = (await readNetworks(platform)).networks.get(asked.network);
  return { address: network && formatOf(network).normalize(asked.address.trim()), memo: asked.memo };
}

/** The exchange would not hold the money: what is missing, as far as one can tell. */
async function shortageOf(platform: Platform, { reason, ...withdrawal }: Withdrawal): Promise<Problem> {
  if (reason === 'withdrawal_disabled') return new Problem('withdrawal_disabled');
  return (await findShortage(platform, withdrawal)) ?? new Problem('not_enough_for_fee');
}

/**
 * Why the exchange would not hold the money of a withdrawal; undefined when it would, as far as one can tell before it is asked. So what it would refuse is
 * refused before anything is written down, and the same client id can be tried again.
 */
async function findShortage(
  { view }: Platform,
  { userId, coin, amount, fee }: Pick<Withdrawal, 'userId' | 'coin' | 'amount' | 'fee'>,
): Promise<Problem | undefined> {
  const { available, total, mayPayOut } = await view.read((exchange) => {
    const account = exchange.findAccount(userId);
    const balance = account?.balances.get(coin);
    const show = (units = 0n) => unitsOf(formatDecimal(units, exchange.coins.get(coin) ?? 0));
    const held = { available: show(balance?.available), total: show(balance?.total) };
    return { ...held, mayPayOut: account?.mayPayOut ?? true };
  });
  if (!mayPayOut) return new Problem('withdrawal_disabled');
  const wanted = unitsOf(amount);
  if (available >= wanted + unitsOf(fee)) return undefined;
  if (available >= wanted) return new Problem('not_enough_for_fee');
  return new Problem(total >= wanted ? 'not_enough_in_holds' : 'insufficient_funds');
}

/** What needs no lock: the network, the address, the amount. */
async function check(platform: Platform, asked: WithdrawalAsked): Promise<Checked> {
  const destination = await requireDestination(platform, asked);
  return { ...destination, units: checkAmount(destination.route, asked.amount) };
}

async function requireDestination(platform: Platform, asked: Destination): Promise<Omit<Checked, 'units'>> {
  const { network, route } = await requireRoute(platform, asked);
  if (await payoutsFrozenUntil(platform.database.kysely, platform, asked.userId))
    throw new Problem('payouts_frozen');
  await requireProved(platform.database.kysely, platform, asked.userId);
  if (network === null) {
    await requireBankCurrency(platform.database.kysely, { userId: asked.userId, currency: asked.coin });
    return { route, ...(await requireBankDestination(platform.database.kysely, asked)) };
  }
  const { networks, coins } = await readNetworks(platform);
  const destination = checkDestination(network, networks, asked);
  if (swallowsMoney(network, coins, destination.address))
    throw new Problem('wrong_address', { fields: { address: { code: 'wrong_address' } } });
  return { route, ...destination, holder: null };
}

function checkDestination(
  network: Network,
  networks: ReadonlyMap<string, Network>,
  { address, memo }: Pick<Destination, 'address' | 'memo'>,
): { address: string; memo: string | null } {
  const normalized = formatOf(network).normalize(address.trim());
  if (normalized === undefined) {
    const mistake = mistakeIn(network, networks.values(), address.trim());
    throw new Problem('invalid_withdrawal_address', { fields: { address: mistake } });
  }
  if (network.memo === 'tag' && memo === null)
    throw new Problem('destination_tag_required', { fields: { memo: { code: 'destination_tag_required' } } });
  const isMemoRight = memo === null || (network.memo !== null && isValidMemo(network.memo, memo));
  if (!isMemoRight) throw new Problem('invalid_memo', { fields: { memo: { code: 'invalid_memo' } } });
  return { address: normalized, memo };
}

/** @throws Problem amount_too_many_decimals, amount_too_small, amount_too_large: each names its bound. */
function checkAmount(route: CoinNetwork, amount: string): bigint {
  // As fine as both the books and the chain can say it.
  const decimals = Math.min(route.ledgerDecimals, route.decimals);
  const units = parseDecimal(amount, decimals);
  if (!units.ok) throw new Problem('amount_too_many_decimals', { params: { max: decimals } });
  const smallest = 10n ** BigInt(route.ledgerDecimals - decimals);
  const inLedger = units.value * smallest;
  const bound = (text: string): bigint => {
    const parsed = parseDecimal(text, route.ledgerDecimals);
    return parsed.ok ? parsed.value : 0n;
  };
  const show = (bounded: bigint) => formatDecimal(bounded, route.ledgerDecimals);
  const min = bound(route.withdrawalMin) > 0n ? bound(route.withdrawalMin) : smallest;
  if (inLedger < min) throw new Problem('amount_too_small', { params: { min: show(min) } });
  const max = route.withdrawalMax === null ? undefined : bound(route.withdrawalMax);
  if (max !== undefined && inLedger > max)
    throw new Problem('amount_too_large', { params: { max: show(max) } });
  return inLedger;
}

/** What others change at the same time: the same request once more, the day's limit, the one that waits for its code. One request of a user at a time. */
async function write(
  platform: Platform,
  transaction: Transaction<unknown>,
  { asked, checked, value }: { asked: WithdrawalAsked; checked: Checked; value: string | undefined },
): Promise<Withdrawal> {
  const { userId, sessionId, coin, clientId, network, origin } = asked;
  const now = platform.clock.now();
  await lockLeaving(transaction, userId);
  // Somebody may have sent the same at the same moment.
  const known = await findByClientId(transaction, { userId, clientId });
  if (known) return known;
  const day = await readDay(transaction, { userId, coin, now });
  requireWithinDay(day, { value, amount: asked.amount, coin });
  await requireBeyondCardHold(platform, transaction, { userId, also: { coin, amount: asked.amount }, now });
  const destination = { userId, coin, network, address: checked.address, memo: checked.memo };
  const recipient = await findRecipient(transaction, { ...destination, now });
  await noteUse(transaction, { ...destination, now });
  const { newDeviceHours: hours } = await readPolicy(transaction);
  // What stays with us costs nothing.
  const fee = recipient === undefined ? checked.route.withdrawalFee : '0';
  const written = await insertWithdrawal(transaction, {
    ...{
      userId,
      clientId,
      coin,
      network,
      address: checked.address,
      memo: checked.memo,
      holder: checked.holder,
      amount: asked.amount,
    },
    fee,
    value: value ?? null,
    recipient: recipient ?? null,
    isNewDevice: await isYoungDevice(transaction, { sessionId, userId, hours, now }),
    ...{ origin, now },
  });
  if (!written) throw new Problem('confirmation_required');
  const shortage = await findShortage(platform, written);
  if (shortage) throw shortage;
  return written;
}

interface Destination {
  readonly userId: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  readonly holder: string | null;
}

/**
 * The user whose address it is, when it is one of ours.
 *
 * @throws Problem wrong_address for an own one, one of the house, or one of somebody who left; address_not_saved.
 */
async function findRecipient(
  db: QueryExecutorProvider,
  { now, ...destination }: Omit<Destination, 'holder'> & { now: Date },
): Promise<string | undefined> {
  const recipient = destination.network === bankNetwork ? undefined : await ownerOf(db, destination);
  if (recipient === destination.userId)
    throw new Problem('wrong_address', { fields: { address: { code: 'same_account_transfer' } } });
  if (recipient === undefined && (await listHouseAddresses(db, [destination.address])).size > 0)
    throw new Problem('wrong_address', { fields: { address: { code: 'wrong_address' } } });
  if (recipient !== undefined) await requireRecipient(db, recipient);
  await requirePayable(db, destination, now);
  return recipient;
}

/**
 * Says where a withdrawal would go, by the rules that hold when it is asked for.
 *
 * @throws Problem as for a request, as far as it is about its recipient.
 */
export async function checkRecipient(
  platform: Platform,
  asked: Destination,
): Promise<{ address: string; memo: string | null; holder: string | null; internal: boolean }> {
  const { userId, coin, network, address, memo } = asked;
  await requireAttempt(platform, { userId, words: ['recipient', coin, network, address, memo] });
  const destination = await requireDestination(platform, asked);
  const recipient = await findRecipient(platform.database.kysely, {
    ...{ userId, coin, network, address: destination.address, memo: destination.memo },
    now: platform.clock.now(),
  });
  const { address: spelled, memo: tag, holder } = destination;
  return { address: spelled, memo: tag, holder, internal: recipient !== undefined };
}

/** Whose address it is, when it is one of ours. Networks of one format share their keys: given out on another one, it would come back to us over the chain, less a fee. */
async function ownerOf(
  db: QueryExecutorProvider,
  { address, memo }: { address: string; memo: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from chain_addresses
    where address = ${address} and coalesce(memo, '') = coalesce(${memo}::text, '') and user_id is not null
  `.execute(db);
  return rows[0]?.userId;
}
