import type { Coin, PairVolume } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { coinsQuery, pairsVolumeQuery } from '#api/queries.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { formatVolume } from '#ui/number/format-number.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { splitPair } from './split-pair.ts';

/** The volume changes with every trade; half a minute is fresh enough for a figure of 24 hours. */
const volumeIntervalMs = 30_000;

function Volume({ volume, quote }: { volume: PairVolume['volume']; quote: string }) {
  const { t } = useTranslation();
  return (
    <span className="num">
      {/* Between the widths there is room for the figure only, and a figure is never cut. */}
      <span className="max-sm:sr-only lg:max-xl:sr-only">{t('shell.trade.volume')}</span>{' '}
      <span className="text-text">{formatVolume(volume)}</span> {quote}
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
  const volume = volumes.data?.pairs.find(({ code }) => code === pair)?.volume;
  return (
    <div className="flex min-w-0 items-center gap-3 lg:border-l lg:hairline lg:pl-4">
      <CoinLogo code={parts.base} size={28} />
      <div className="min-w-0 whitespace-nowrap">
        <div className="flex items-baseline gap-2">
          <span className="text-md leading-5 font-semibold">{pair}</span>
          {coins.isPending && <Skeleton className="hidden h-3 w-12 sm:block" />}
          {coin !== undefined && <span className="hidden text-muted sm:inline">{coin.name}</span>}
        </div>
        <div className="h-4 truncate text-xs text-muted">
          {volumes.isPending && <Skeleton className="h-3 w-32" />}
          {volume !== undefined && <Volume volume={volume} quote={parts.quote} />}
        </div>
      </div>
      {coin !== undefined && <CoinLinks coin={coin} />}
    </div>
  );
}
