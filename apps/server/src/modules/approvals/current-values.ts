import { type QueryExecutorProvider, sql } from 'kysely';
import { requireBankAccount } from '#modules/bank/index.ts';
import { checkCardLevels } from '#modules/cards/index.ts';
import { readKycPolicy, rulesOfLevel } from '#modules/kyc/index.ts';
import { requireUsableRules, requireUsableTerms } from '#modules/market-operations/index.ts';
import { readFeeTiers, readLevels, readRules } from '#modules/policy/index.ts';
import { listFiatRates } from '#modules/rates/index.ts';
import { holdingsOf } from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { PayloadOf } from './kinds/kind.ts';
import type { Proposal } from './propose.ts';

type Values = Record<string, unknown>;

/** What stands where a proposal wants something else, under the names of its payload. Nothing that tells who a person is: it is kept for ever. */
export async function currentValues(
  platform: Platform,
  { kind, payload }: Pick<Proposal, 'kind' | 'payload'>,
): Promise<Values> {
  const { kysely } = platform.database;
  switch (kind) {
    case 'balance_adjustment':
      return balanceOf(platform, payload as PayloadOf<typeof kind>);
    case 'role_grant': {
      const { user } = payload as PayloadOf<typeof kind>;
      const { rows } = await sql<{ roles: string[] }>`select roles from users where id = ${user}`.execute(
        kysely,
      );
      return { roles: rows[0]?.roles ?? [] };
    }
    case 'user_limits': {
      const { user } = payload as PayloadOf<typeof kind>;
      const { rows } = await sql<{ level: number }>`select account_level(${user}) as level`.execute(kysely);
      // A level says little without what it is worth, to whoever votes.
      return {
        limits: await limitsOf(platform, user),
        level: rows[0]?.level,
        levels: await worthOfLevels(kysely),
      };
    }
    case 'market_reopening':
      return { states: await statesOf(platform, [(payload as PayloadOf<typeof kind>).pair]) };
    case 'markets_reopening':
      return { states: await statesOf(platform, (payload as PayloadOf<typeof kind>).pairs) };
    case 'market_rules': {
      const { pair, rules } = payload as PayloadOf<typeof kind>;
      return { rules: await requireUsableRules(kysely, pair, rules) };
    }
    case 'coin_terms': {
      const { currency, terms } = payload as PayloadOf<typeof kind>;
      return { terms: await requireUsableTerms(kysely, currency, terms) };
    }
    case 'review_thresholds': {
      const { rows } = await sql<Values>`
        select trim_scale(payout_two_people_above)::text as payouts_above, trim_scale(credit_two_people_above)::text as credits_above
        from treasury_policy
      `.execute(kysely);
      return { ...rows[0] };
    }
    case 'fee_tiers':
      return { tiers: await readFeeTiers(kysely) };
    case 'level_limits':
      return { levels: await worthOfLevels(kysely) };
    case 'bank_account': {
      const { rules } = payload as PayloadOf<typeof kind>;
      const before = await requireBankAccount(kysely, rules);
      return before ? { rules: before } : {};
    }
    case 'fiat_rate': {
      const { currency } = payload as PayloadOf<typeof kind>;
      const former = (await listFiatRates(platform)).find((each) => each.currency === currency);
      return former === undefined ? {} : { rate: former.rate };
    }
    case 'card_limits':
      return { levels: await checkCardLevels(kysely, (payload as PayloadOf<typeof kind>).levels) };
    case 'kyc_level': {
      const before = await rulesOfLevel(kysely, (payload as PayloadOf<typeof kind>).rules.level);
      return before ? { rules: before } : {};
    }
    case 'kyc_policy':
      return { policy: await readKycPolicy(kysely) };
    case 'withdrawal_rules':
      return { rules: await readRules(kysely) };
    default:
      return {};
  }
}

async function worthOfLevels(db: QueryExecutorProvider): Promise<Values[]> {
  return (await readLevels(db)).map(({ level, value_a_day }) => ({ level, value_a_day }));
}

async function balanceOf(
  { view }: Platform,
  { user, currency }: PayloadOf<'balance_adjustment'>,
): Promise<Values> {
  const holdings = await view.read((exchange) => holdingsOf(exchange, { account: user, coins: [currency] }));
  return { available: holdings.find(({ coin }) => coin === currency)?.actual ?? '0' };
}

async function limitsOf({ view, database }: Platform, user: string): Promise<Values> {
  const limits = await view.read((exchange) => ({ ...exchange.findAccount(user)?.limits }));
  const { rows } = await sql<{ level: number }>`
    select level from user_withdrawal_levels where user_id = ${user}
  `.execute(database.kysely);
  return {
    open_orders: limits.openOrdersPerAccountMax ?? null,
    open_orders_per_market: limits.openOrdersPerMarketMax ?? null,
    orders_per_day: limits.ordersPerDayMax ?? null,
    withdrawal_level: rows[0]?.level ?? null,
  };
}

async function statesOf({ database }: Platform, pairs: readonly string[]): Promise<Values> {
  const { rows } = await sql<{ code: string; state: string }>`
    select code, state from pairs where code = any (${[...pairs]}) order by code
  `.execute(database.kysely);
  return Object.fromEntries(rows.map(({ code, state }) => [code, state]));
}
