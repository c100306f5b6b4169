import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { balanceQuery, coinsQuery, limitsQuery, pairsQuery } from '#api/queries.ts';
import { refreshIntervalMs } from '#api/refresh-interval.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { type CoinState, combineCoins, type ReportMissing } from './coin-state.ts';
import { createOnceLog } from './log.ts';
import { useStatus } from './server-status.ts';

const logOnce = createOnceLog();

const reportMissing: ReportMissing = (coinCode, update) => {
  logOnce(`${update} ${coinCode}`, `The ${update} speak of ${coinCode}, which is not in the list of coins.`);
};

/** Reads the market's data again and again while a page that needs it is open and visible. */
const periodic = { refetchInterval: refreshIntervalMs, refetchIntervalInBackground: false };

/** The coins with their fees, limits and, for a logged-in user, holdings; undefined until they are here. */
export function useCoins(): readonly CoinState[] | undefined {
  const loggedIn = useIsLoggedIn();
  const coins = useQuery({ ...coinsQuery, ...periodic }).data?.coins;
  const limits = useQuery({ ...limitsQuery, ...periodic }).data?.limits;
  const balance = useQuery({ ...balanceQuery, ...periodic, enabled: loggedIn }).data?.balance;
  return useMemo(
    () => (coins === undefined ? undefined : combineCoins({ coins, limits, balance }, reportMissing)),
    [coins, limits, balance],
  );
}

/** Reads coins and pairs again at once when the server says that they changed. */
function useMarketChanges(): void {
  const client = useQueryClient();
  const revision = useStatus('markets');
  const known = useRef(revision);
  useEffect(() => {
    const before = known.current;
    if (!revision || revision === before) return;
    known.current = revision;
    // The first revision belongs to what the page has just read.
    if (before === undefined) return;
    for (const { queryKey } of [coinsQuery, limitsQuery, pairsQuery])
      void client.invalidateQueries({ queryKey });
  }, [client, revision]);
}

/** Pages of the full layout start this. */
export function usePeriodicRefresh(): void {
  useCoins();
  useQuery({ ...pairsQuery, ...periodic });
  useMarketChanges();
}
