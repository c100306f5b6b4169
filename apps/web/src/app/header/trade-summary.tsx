import type { Coin, PairVolume } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { coinsQuery, pairsVolumeQuery } from '#api/queries.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { splitPair } from './split-pair.ts';

/** The volume changes with every trade; half a minute is fresh enough for a figure of 24 hours. */
const volumeIntervalMs = 30_000;

function Volume({ volume, quote }: { volume: PairVolume['volume'] | undefined; quote: string }) {
  const { t } = useTranslation();
  if (volume === undefined) return null;
  return (
    <span className="num hidden text-muted whitespace-nowrap sm:inline">
      {t('shell.trade.volume')} <span className="text-text">{formatNumber(volume, { decimals: 2 })}</span>{' '}
      {quote}
    </span>
  );
}

function CoinLinks({ coin }: { coin: Coin }) {
  const { t } = useTranslation();
  if (coin.links.length === 0) return null;
  return (
    <ul
      aria-label={t('shell.trade.links', { name: coin.name })}
      className="hidden items-center gap-3 xl:flex"
    >
      {coin.links.map(({ href, title }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer" className="quiet-link">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What the header says of the pair that is traded. What cannot be read is left out without a fuss. */
export function TradeSummary({ pair }: { pair: string }) {
  const coins = useQuery(coinsQuery);
  const volumes = useQuery({ ...pairsVolumeQuery, refetchInterval: volumeIntervalMs });
  const parts = splitPair(pair);
  if (parts === null) return null;
  const coin = coins.data?.coins.find(({ code }) => code === parts.base);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <CoinLogo code={parts.base} size={24} />
      <span className="text-lg font-semibold whitespace-nowrap">{pair}</span>
      {volumes.isPending ? (
        <Skeleton className="hidden h-4 w-40 sm:block" />
      ) : (
        <Volume volume={volumes.data?.pairs.find(({ code }) => code === pair)?.volume} quote={parts.quote} />
      )}
      {coins.isPending && <Skeleton className="hidden h-4 w-16 lg:block" />}
      {coin !== undefined && (
        <>
          <span className="hidden text-muted lg:inline">{coin.name}</span>
          <CoinLinks coin={coin} />
        </>
      )}
    </div>
  );
}
