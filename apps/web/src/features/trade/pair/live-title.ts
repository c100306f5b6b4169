import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { publishVolume } from '#live/shown-volume.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { directionMarks } from '../market/last-price.ts';
import { useTicker } from '../market/market.ts';
import { useLastPrice } from '../market/use-last-price.ts';

/** Takes live figures to where the page does not reach: the price to the document's title, the volume to the header. */
export function LiveTitle({ pair }: { pair: string }): null {
  const { t } = useTranslation();
  const last = useLastPrice(pair);
  const [price, direction] = [last?.price ?? null, last?.direction ?? 'none'];
  const volume = useTicker(pair)?.volume;
  const page = t('shell.titles.trade');
  useEffect(() => {
    if (price === null) return;
    const mark = direction === 'none' ? '' : `${directionMarks[direction]} `;
    document.title = `${mark}${formatNumber(price, { trimZeros: true })} · ${pair} · ${page} · Emporion`;
  }, [pair, price, page, direction]);
  useEffect(() => {
    publishVolume(volume === undefined ? null : { pair, volume });
  }, [pair, volume]);
  useEffect(() => () => publishVolume(null), []);
  return null;
}
