import type { Balance, Coin } from '@emporion/contracts/rest';

/** A coin with what the user holds of it. */
export interface CoinState extends Coin {
  readonly actual: string;
  readonly orders: string;
}

export type CoinTerms = Pick<Coin, 'code' | 'fee' | 'limits' | 'networks'>;

export interface CoinSources {
  readonly coins: readonly Coin[];
  readonly limits?: readonly CoinTerms[] | undefined;
  readonly balance?: Balance | undefined;
}

/** Told of a coin that an update speaks of and the list does not have. */
export type ReportMissing = (coinCode: string, update: 'limits' | 'balance') => void;

function reportStrangers(known: ReadonlySet<string>, sources: CoinSources, report: ReportMissing): void {
  for (const { code } of sources.limits ?? []) if (!known.has(code)) report(code, 'limits');
  for (const code of Object.keys(sources.balance ?? {})) if (!known.has(code)) report(code, 'balance');
}

/** The coins that are not hidden, in their order, with the newest fees, limits and holdings. */
export function combineCoins(sources: CoinSources, report: ReportMissing): readonly CoinState[] {
  reportStrangers(new Set(sources.coins.map(({ code }) => code)), sources, report);
  const terms = new Map(sources.limits?.map((entry) => [entry.code, entry]));
  return sources.coins
    .filter(({ disable_all }) => !disable_all)
    .toSorted((one, other) => one.index - other.index)
    .map((coin) => {
      const held = sources.balance?.[coin.code];
      const { fee, limits, networks } = terms.get(coin.code) ?? coin;
      return { ...coin, fee, limits, networks, actual: held?.actual ?? '0', orders: held?.orders ?? '0' };
    });
}
