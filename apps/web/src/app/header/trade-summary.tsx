import type { PairVolume } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { coinsQuery, pairsQuery, pairsVolumeQuery } from '#api/queries.ts';
import { coinName } from '#live/coin-name.ts';
import { useShownVolume } from '#live/shown-volume.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { formatVolume } from '#ui/number/format-number.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { CoinLinks } from './coin-links.tsx';

interface PairParts {
  readonly base: string;
  readonly quote: string;
}

/** Reads a pair as addresses write it; null for anything else. */
function splitPair(pair: string): PairParts | null {
  const [, base, quote] = /^([A-Z0-9]{2,10})-([A-Z0-9]{2,10})$/.exec(pair) ?? [];
  return base === undefined || quote === undefined ? null : { base, quote };
}

/** Whether the list of pairs is here and lacks this one. */
function isUnknownPair(pair: string, listed: readonly { code: string }[] | undefined): boolean {
  return listed !== undefined && !listed.some(({ code }) => code === pair);
}

/** The volume changes with every trade; half a minute is fresh enough for a figure of 24 hours. */
const volumeIntervalMs = 30_000;

/** The figure is whole or not there at all: what does not fit its line wraps out of sight, the coin's code first. */
function Volume({ volume, quote }: { volume: PairVolume['volume'] | undefined; quote: string }) {
  const { t } = useTranslation();
  if (volume === undefined) {
    return (
      <>
        <span aria-hidden="true">{'—'}</span>
        <span className="sr-only">{t('shell.trade.unknown')}</span>
      </>
    );
  }
  return (
    <>
      <span className="sr-only @min-[18rem]:not-sr-only @min-[18rem]:mr-1">{t('shell.trade.volume')}</span>{' '}
      <span className="text-text">{formatVolume(volume)}</span> <span className="ml-1">{quote}</span>
    </>
  );
}

/**
 * What the header says of the pair that is traded. It takes the room that is left: links, name, volume and logo give
 * way in turn, and the pair stays. A pair that is not traded here is not presented at all, and on a phone the line below
 * says all of it.
 */
export function TradeSummary({ pair }: { pair: string }) {
  const { i18n } = useTranslation();
  const coins = useQuery(coinsQuery);
  const pairs = useQuery(pairsQuery);
  const volumes = useQuery({ ...pairsVolumeQuery, refetchInterval: volumeIntervalMs });
  // The page below shows the same figure live; two that differ would both be doubted.
  const live = useShownVolume(pair);
  const parts = splitPair(pair);
  if (parts === null || isUnknownPair(pair, pairs.data?.pairs)) return null;
  const coin = coins.data?.coins.find(({ code }) => code === parts.base);
  const volume = live ?? volumes.data?.pairs.find(({ code }) => code === pair)?.volume;
  return (
    <div className="@container min-w-0 flex-1 max-md:hidden lg:border-l lg:hairline lg:pl-3 xl:pl-4">
      <div className="flex items-center gap-3">
        <span className="hidden shrink-0 @min-[9rem]:block">
          <CoinLogo code={parts.base} size={28} />
        </span>
        <div className="min-w-0 whitespace-nowrap">
          {/* The coin leads, for the line below names the pair in large. It is the first to wrap out of sight all the same: hence the reverse. */}
          <div className="flex h-5 flex-row-reverse flex-wrap items-baseline justify-end gap-x-2 overflow-hidden">
            <span className="max-w-full truncate text-base leading-5 text-muted">{pair}</span>
            {coins.isPending && <Skeleton className="h-3 w-12" />}
            {coin !== undefined && (
              <span className="text-md leading-5 font-semibold">{coinName(coin, i18n.language)}</span>
            )}
          </div>
          <div className="num flex h-4 flex-wrap overflow-hidden text-xs text-muted before:content-['']">
            {volume === undefined && volumes.isPending ? (
              <Skeleton className="h-3 w-20" />
            ) : (
              <Volume volume={volume} quote={parts.quote} />
            )}
          </div>
        </div>
        {coin !== undefined && <CoinLinks coin={coin} />}
      </div>
    </div>
  );
}
