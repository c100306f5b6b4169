import { marketHaltEndpoints } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '#app/me.ts';
import { Badge } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { useList } from '#kit/use-list.ts';
import { coinsQuery } from '#trading/listings/coins-query.ts';
import { NewCoin } from '#trading/listings/new-coin-page.tsx';
import { NewMarket } from '#trading/listings/new-market-page.tsx';
import { askOpening } from '#trading/markets/market-actions.ts';
import { marketStateNames, marketTones } from '#trading/words.ts';

/** What is listed already, and the wizard for the next one. */
export function FirstCoins() {
  const may = useMay();
  const coins = useQuery(coinsQuery).data?.results ?? [];
  // A new wizard for each coin.
  const [listed, setListed] = useState(0);
  return (
    <div className="flex flex-col gap-4 pt-3">
      {coins.length > 0 && (
        <ul aria-label="Listed coins" className="flex flex-wrap gap-2">
          {coins.map(({ code, name, networks }) => (
            <li key={code}>
              <Badge tone="good">{`${code} – ${name}: ${networks.map(({ network }) => network).join(', ')}`}</Badge>
            </li>
          ))}
        </ul>
      )}
      {may('markets.create') && <NewCoin key={listed} onDone={() => setListed(listed + 1)} />}
    </div>
  );
}

/** Made and opened here: nobody has to look for the page of a market first. */
export function FirstMarket() {
  const may = useMay();
  const list = useList(marketHaltEndpoints.list, { refreshMs: 10_000 });
  if (list.isPending) return <Loading />;
  if (list.data === undefined) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.rows.length === 0)
    return (
      may('markets.create') && (
        <div className="flex flex-col gap-4 pt-3">
          <NewMarket onDone={() => undefined} />
        </div>
      )
    );
  return (
    <ul aria-label="Markets" className="flex flex-col gap-2 pt-3">
      {list.rows.map(({ pair, state }) => (
        <li key={pair} className="flex flex-wrap items-center gap-3">
          <b className="font-semibold">{pair}</b>
          <Badge tone={marketTones[state]}>{marketStateNames[state]}</Badge>
          {state !== 'open' && may('markets.propose') && (
            <Button size="small" color="green" onClick={() => askOpening(pair)}>
              {`Open ${pair}`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
