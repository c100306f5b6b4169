import type { Pair } from '@emporion/contracts/rest';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTickers } from '#market/market.ts';
import { Sparkline, useSparklines } from '#market/sparkline.tsx';
import { classNames } from '#ui/class-names.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { ChangeText } from '#ui/number/change-text.tsx';
import { formatNumber, formatVolume } from '#ui/number/format-number.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { toggleFavourite, useFavourites } from './favourites.ts';
import { type ListedMarket, listMarkets, type MarketSorting } from './list-markets.ts';
import { SortHeads } from './sort-heads.tsx';

interface MarketListProps {
  pairs: readonly Pair[];
  /** The pair that is shown now. */
  current?: string | undefined;
  onChosen?: (() => void) | undefined;
}

interface MarketRowProps extends Omit<MarketListProps, 'pairs'> {
  market: ListedMarket;
  closes: readonly string[];
}

function MarketRow({ market, closes, current, onChosen }: MarketRowProps) {
  const { t } = useTranslation();
  const { code, base, quote, price, change, volume, favourite } = market;
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        className="icon-button"
        aria-pressed={favourite}
        aria-label={t('trade.markets.favourite', { pair: code })}
        onClick={() => toggleFavourite(code)}
      >
        <Icon
          name={favourite ? 'star-filled' : 'star'}
          size={14}
          className={favourite ? 'text-warn' : undefined}
        />
      </button>
      <Link
        to={`/trade/${code}`}
        aria-current={code === current ? 'page' : undefined}
        className={classNames('market-row', code === current && 'bg-raised')}
        onClick={onChosen}
      >
        <span className="flex min-w-0 items-center gap-2">
          <CoinLogo code={base.code} size={20} />
          <span className="whitespace-nowrap font-semibold">{code}</span>
        </span>
        <Sparkline closes={closes} falling={change?.startsWith('-') === true} />
        <span className="num text-right">
          {price === null ? '–' : formatNumber(price, { decimals: market.rules.price_decimals })}
        </span>
        <span className="num text-right">
          <ChangeText change={change} />
        </span>
        <span className="num text-right text-muted max-md:hidden">{`${formatVolume(volume)} ${quote.code}`}</span>
      </Link>
    </li>
  );
}

/** Up and down walk from the search through the markets and back; Enter in the search takes the first that it found. */
function useWalk(boxRef: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const box = boxRef.current;
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key === 'Enter' && target instanceof HTMLInputElement && target.value.trim() !== '') {
        event.preventDefault();
        box?.querySelector<HTMLElement>('a')?.click();
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const stops: Element[] = [...(box?.querySelectorAll('input, a') ?? [])];
      const at = document.activeElement === null ? -1 : stops.indexOf(document.activeElement);
      const next = stops[Math.min(stops.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))];
      event.preventDefault();
      if (next instanceof HTMLElement) next.focus();
    };
    box?.addEventListener('keydown', onKey);
    return () => box?.removeEventListener('keydown', onKey);
  }, [boxRef]);
}

/** Every market, to be searched, sorted and marked. Favourites stand first. */
export function MarketList({ pairs, current, onChosen }: MarketListProps) {
  const { t } = useTranslation();
  const boxRef = useRef<HTMLDivElement>(null);
  useWalk(boxRef);
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<MarketSorting>({ by: 'volume', reversed: false });
  const favourites = useFavourites();
  const markets = listMarkets(pairs, useTickers(), { search, ...sorting, favourites });
  const sparklines = useSparklines();
  if (pairs.length === 0)
    return <EmptyState text={`${t('trade.unknown.none')}. ${t('trade.unknown.noneText')}`} />;
  return (
    <div ref={boxRef}>
      <TextField
        label={t('trade.markets.search')}
        hideLabel
        type="search"
        placeholder={t('trade.markets.search')}
        value={search}
        data-autofocus=""
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <SortHeads sorting={sorting} onSort={setSorting} />
      <ul aria-label={t('trade.markets.label')}>
        {markets.map((market) => (
          <MarketRow
            key={market.code}
            market={market}
            closes={sparklines.get(market.code) ?? []}
            current={current}
            onChosen={onChosen}
          />
        ))}
      </ul>
      {markets.length === 0 && <p className="px-2 py-6 text-center text-muted">{t('trade.markets.none')}</p>}
    </div>
  );
}
