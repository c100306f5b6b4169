import { useEffect } from 'react';
import { chosen } from '#language/brand.ts';
import { publishVolume } from '#live/shown-volume.ts';
import { directionMarks } from '#market/last-price.ts';
import { useLastPrice, useTicker } from '#market/market.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Takes live figures to where the page does not reach: the price to the document's title, the volume to the header. */
export function LiveTitle({ pair }: { pair: string }): null {
  const { t } = useTranslation();
  // The same update as the price on the page: two prices at one moment would both be doubted.
  const last = useLastPrice(pair);
  const ticker = useTicker(pair);
  const [price, direction] = [last?.price ?? null, last?.direction ?? 'none'];
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
