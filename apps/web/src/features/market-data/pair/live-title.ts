import { useEffect } from 'react';
import { chosen } from '#language/brand.ts';
import { publishVolume } from '#live/shown-volume.ts';
import { useThrottled } from '#live/use-throttled.ts';
import { directionMarks, type LastPrice, lastPriceOf } from '#market/last-price.ts';
import { market, useTicker } from '#market/market.ts';
import type { Trades } from '#market/trades-state.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

const lastOf = ({ list }: Trades): LastPrice | null => lastPriceOf(list);

/** Takes live figures to where the page does not reach: the price to the document's title, the volume to the header. */
export function LiveTitle({ pair }: { pair: string }): null {
  const { t } = useTranslation();
  // A title is drawn by the whole browser, and nobody reads it more often.
  const last = useThrottled(market.trades(pair), lastOf);
  const ticker = useTicker(pair);
  const [price, direction] = [last?.price ?? ticker?.price ?? null, last?.direction ?? 'none'];
  const volume = ticker?.volume;
  const page = t('shell.titles.trade');
  useEffect(() => {
    if (price === null) return;
    const mark = direction === 'none' ? '' : `${directionMarks[direction]} `;
    document.title = `${mark}${formatNumber(price, { trimZeros: true })} · ${pair} · ${page} · ${chosen.brand}`;
  }, [pair, price, page, direction]);
  useEffect(() => {
    publishVolume(volume === undefined ? null : { pair, volume });
  }, [pair, volume]);
  useEffect(() => () => publishVolume(null), []);
  return null;
}
