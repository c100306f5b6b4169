import type { CoinTerms } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { FieldProblems } from '../listings/field-problems.ts';

const comparedDecimals = 18;

interface Row {
  readonly network: string;
  readonly depositMin: string;
  readonly withdrawalMin: string;
  readonly depositFee: string;
  readonly depositMax: string | null;
}

/**
 * Whether terms can hold for a coin. Answers those of now, of the same networks.
 *
 * @throws Problem coin_invalid, draft_unchanged, network_not_of_coin; unprocessable_entity with amount_too_small at its field.
 */
export async function requireUsableTerms(
  db: QueryExecutorProvider,
  coin: string,
  terms: CoinTerms,
): Promise<CoinTerms> {
  const { rows } = await sql<{ daily: string | null; networks: Row[] }>`
    select trim_scale(withdrawal_daily_max)::text as daily, (
      select coalesce(json_agg(json_build_object(
        'network', blockchain, 'depositMin', trim_scale(deposit_min)::text, 'withdrawalMin', trim_scale(withdrawal_min)::text,
        'depositFee', trim_scale(deposit_fee)::text, 'depositMax', trim_scale(deposit_max)::text
      )), '[]') from coin_blockchains where coin_blockchains.coin = coins.code
    ) as networks
    from coins where code = ${coin}
  `.execute(db);
  const [now] = rows;
  if (!now) throw new Problem('coin_invalid');
  const found = new FieldProblems();
  for (const [index, place] of terms.networks.entries()) {
    const at = `terms.networks.${index}`;
    const here = now.networks.find(({ network }) => network === place.network);
    const isRepeated = terms.networks.findIndex(({ network }) => network === place.network) !== index;
    if (!here || isRepeated)
      found.add(`${at}.network`, 'network_not_of_coin', {
        coin,
        networks: now.networks.map(({ network }) => network).join(', '),
      });
    // Otherwise every deposit is held.
    else if (place.deposit_max !== null) {
      const least = [here.depositMin, place.deposit_fee].toSorted(descending)[0] ?? '0';
      if (unitsOf(place.deposit_max) < unitsOf(least))
        found.add(`${at}.deposit_max`, 'amount_too_small', { min: least });
    }
  }
  const least =
    now.networks
      .map(({ withdrawalMin }) => withdrawalMin)
      .toSorted(descending)
      .at(-1) ?? '0';
  if (terms.withdrawal_daily_max !== null && unitsOf(terms.withdrawal_daily_max) < unitsOf(least))
    found.add('terms.withdrawal_daily_max', 'amount_too_small', { min: least });
  found.refuse('unprocessable_entity');
  const current = {
    withdrawal_daily_max: now.daily,
    networks: terms.networks.map(({ network }) => placeOf(now.networks, network)),
  };
  if (linesOf(current).join() === linesOf(terms).join()) throw new Problem('draft_unchanged');
  return current;
}

function placeOf(networks: readonly Row[], network: string): CoinTerms['networks'][number] {
  const here = networks.find((each) => each.network === network);
  return { network, deposit_fee: here?.depositFee ?? '0', deposit_max: here?.depositMax ?? null };
}

function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, comparedDecimals);
  return parsed.ok ? parsed.value : 0n;
}

function descending(left: string, right: string): number {
  const difference = unitsOf(right) - unitsOf(left);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

const shown = (text: string | null): string =>
  text === null ? 'none' : text.replace(/(?<=\..*?)0+$|\.0*$/, '');

/** For the audit log: a line for each value. */
export function linesOf({ withdrawal_daily_max, networks }: CoinTerms): string[] {
  return [
    `withdrawal_daily_max ${shown(withdrawal_daily_max)}`,
    ...networks.flatMap(({ network, deposit_fee, deposit_max }) => [
      `${network} deposit_fee ${shown(deposit_fee)}`,
      `${network} deposit_max ${shown(deposit_max)}`,
    ]),
  ];
}
