import type { listingEndpoints, StaffCoin } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { type AuditValues, makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import { forgetMarkets, loadNetworks, type Network, reconcileMarkets } from '#modules/markets/index.ts';
import { askNode } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { changesOf } from '../changed-values.ts';
import { checkTerms, exists, isAbove, spelled } from './check-coin.ts';
import { findStaffCoin } from './coins.ts';
import { FieldProblems } from './field-problems.ts';
import { readStaffCoins } from './read-coins.ts';

type CoinChange = z.output<typeof listingEndpoints.changeCoin.body>;
type Place = CoinChange['networks'][number];

/**
 * Changes what a coin is called and what it costs. How it is counted stays; its contract, and fewer confirmations, only while no money has come in.
 *
 * @throws Problem coin_invalid; of what was found first, with all of it by field.
 */
export async function changeCoin(
  platform: Platform,
  code: string,
  call: StaffCall & { body: CoinChange },
): Promise<StaffCoin> {
  const { kysely } = platform.database;
  const { body } = call;
  const before = await findCoin(kysely, code);
  await requireBase(kysely, body.base);
  // The first link is the website, so other links need one before them.
  if (body.site === null && body.links?.length)
    throw new Problem('unprocessable_entity', { fields: { site: { code: 'field_required' } } });
  const places = await checkPlaces(platform, before, body.networks);
  const order = await orderOf(kysely);
  await makeStaffChange(platform, call, async (transaction) => {
    // Locked, so that of two changes the later one is compared with what the earlier one wrote. The coin comes first, as with whatever refers to both.
    await sql`select from coins where code = ${code} for update`.execute(transaction);
    await holdDepositsBack(transaction, await findCoin(transaction, code), places);
    const now = await findCoin(transaction, code);
    await refuseInUse(transaction, now, places);
    await writeCoin(transaction, code, body);
    for (const place of places) await writePlace(transaction, code, place);
    const all = flat(now, order.indexOf(code));
    const [was, is] = changesOf(all, { ...all, ...flat({ ...body, networks: places }, body.place) });
    return { action: 'coin_changed', object: `coin:${code}`, before: was, after: is };
  });
  await reconcileMarkets(platform);
  forgetMarkets(platform);
  return findStaffCoin(platform, code);
}

/** @throws Problem coin_invalid, at the field. */
async function requireBase(db: QueryExecutorProvider, base: string | undefined): Promise<void> {
  if (base !== undefined && !(await exists(db, base)))
    throw new Problem('coin_invalid', { fields: { base: { code: 'coin_invalid' } } });
}

async function findCoin(db: QueryExecutorProvider, code: string): Promise<StaffCoin> {
  const coin = (await readStaffCoins(db)).results.find((each) => each.code === code);
  if (!coin) throw new Problem('coin_invalid');
  return coin;
}

/** With contracts as transfers name them. */
async function checkPlaces(
  platform: Platform,
  before: StaffCoin,
  places: readonly Place[],
): Promise<Place[]> {
  const { networks, coins } = await loadNetworks(platform.database.kysely);
  const found = new FieldProblems();
  const checked = await Promise.all(
    places.map(async (place, index) => {
      const at = `networks.${index}`;
      const was = before.networks.find(({ network }) => network === place.network);
      const network = networks.get(place.network);
      if (!was || !network) {
        const names = before.networks.map((each) => each.network).join(', ');
        found.add(`${at}.network`, 'network_not_of_coin', { coin: before.code, networks: names });
        return place;
      }
      checkTerms(network, place, { at, isNew: false, found });
      if (was.deposit_max !== null && isAbove(place.deposit_min, was.deposit_max))
        found.add(`${at}.deposit_min`, 'amount_too_large', { max: was.deposit_max });
      const contract =
        place.contract === was.contract
          ? was.contract
          : (spelled(network, place.contract, { at, coin: before.code, coins, found }) ?? was.contract);
      noteInUse(was, { ...place, contract }, { network, at, found });
      if (contract === was.contract) return { ...place, contract };
      const { problem, decimals } = await askNode(network, contract);
      if (problem !== null) found.add(`${at}.contract`, 'node_unreachable', { network: network.name });
      else if (decimals === 'none') found.add(`${at}.contract`, 'contract_unknown');
      else if (decimals !== null && decimals !== was.decimals)
        found.add(`${at}.contract`, 'chain_decimals_differ', { chain: decimals, given: was.decimals });
      return { ...place, contract };
    }),
  );
  found.refuse();
  return checked;
}

/** No first deposit is written down until this is decided, on the networks where it would forbid something: a busy one holds up no other. */
async function holdDepositsBack(
  transaction: QueryExecutorProvider,
  coin: StaffCoin,
  places: readonly Place[],
): Promise<void> {
  const changed = places.filter((place) => {
    const was = coin.networks.find(({ network }) => network === place.network);
    return was && (place.contract !== was.contract || place.confirmations !== was.confirmations);
  });
  const networks = changed.map(({ network }) => network);
  await sql`select from blockchains where code = any (${networks}) order by code for update`.execute(
    transaction,
  );
}

/** What money came in by stays as it is. */
function noteInUse(
  was: StaffCoin['networks'][number],
  place: Place,
  { network, at, found }: { network: Network; at: string; found: FieldProblems },
): void {
  if (!was.received) return;
  if ((place.confirmations ?? network.confirmations) < was.confirmations)
    found.add(`${at}.confirmations`, 'network_in_use');
  if (place.contract !== was.contract) found.add(`${at}.contract`, 'network_in_use');
}

/** Money may have come in while nodes were asked and the code was judged. @throws Problem network_in_use. */
async function refuseInUse(
  transaction: QueryExecutorProvider,
  now: StaffCoin,
  places: readonly Place[],
): Promise<void> {
  const { networks } = await loadNetworks(transaction);
  const found = new FieldProblems();
  for (const [index, place] of places.entries()) {
    const was = now.networks.find(({ network }) => network === place.network);
    const network = networks.get(place.network);
    if (was && network) noteInUse(was, place, { network, at: `networks.${index}`, found });
  }
  found.refuse();
}

async function orderOf(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from coins order by place, code`.execute(db);
  return rows.map(({ code }) => code);
}

async function writeCoin(
  transaction: Transaction<unknown>,
  code: string,
  { name, site, hidden, place, base, links, tx_explorer }: CoinChange,
): Promise<void> {
  const website = site === null ? [] : [{ href: site, title: 'Website' }];
  const others = links === undefined ? sql`links - 0` : sql`${JSON.stringify(links)}::jsonb`;
  const explorer = tx_explorer === undefined ? sql`tx_explorer` : sql`${tx_explorer}::text`;
  // The first link is the website. The others, the explorer and the base stay where the call leaves them out.
  await sql`
    update coins set name = ${name}, hidden = ${hidden}, links = ${JSON.stringify(website)}::jsonb || ${others},
      base = coalesce(${base ?? null}::text, base), tx_explorer = ${explorer}
    where code = ${code}
  `.execute(transaction);
  await sql`
    update coins set place = ranked.rank
    from (
      select code, row_number() over (
        order by case when code = ${code} then ${place} * 2 - 1 else other * 2 end
      ) - 1 as rank
      from (
        select code, case when code <> ${code} then
          count(*) filter (where code <> ${code}) over (order by place, code) - 1 end as other
        from coins
      ) others
    ) ranked
    where ranked.code = coins.code and coins.place is distinct from ranked.rank
  `.execute(transaction);
}

async function writePlace(transaction: Transaction<unknown>, coin: string, place: Place): Promise<void> {
  const { network, contract, confirmations, deposit_min, withdrawal_fee } = place;
  await sql`
    update coin_blockchains set contract = ${contract}, confirmations = ${confirmations}, deposit_min = ${deposit_min},
      withdrawal_fee = ${withdrawal_fee}, withdrawal_min = ${place.withdrawal_min}, withdrawal_max = ${place.withdrawal_max}
    where coin = ${coin} and blockchain = ${network}
  `.execute(transaction);
}

type Shown = Pick<CoinChange, 'name' | 'site' | 'hidden' | 'base' | 'links' | 'tx_explorer'> & {
  readonly networks: readonly (Omit<Place, 'confirmations'> & {
    readonly confirmations: number | null;
    readonly own_confirmations?: number | null;
  })[];
};

function flat({ name, site, hidden, networks, base, links, tx_explorer }: Shown, place: number): AuditValues {
  const of = networks.flatMap((here) => {
    const confirmations = here.own_confirmations === undefined ? here.confirmations : here.own_confirmations;
    const { deposit_min, withdrawal_fee, withdrawal_min, withdrawal_max, contract } = here;
    const values = { contract, confirmations, deposit_min, withdrawal_fee, withdrawal_min, withdrawal_max };
    return Object.entries(values).map(([field, value]) => [`${here.network} ${field}`, value] as const);
  });
  return {
    ...{ name, site, hidden, place, ...Object.fromEntries(of) },
    ...(base !== undefined && { base }),
    ...(links !== undefined && { links: links.map(({ title, href }) => `${title} ${href}`) }),
    ...(tx_explorer !== undefined && { tx_explorer }),
  };
}
