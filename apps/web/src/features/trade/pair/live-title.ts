import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { publishVolume } from '#live/shown-volume.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTicker } from '../market/market.ts';
import { directionMarks, useDirection } from './use-direction.ts';

/** Takes live figures to where the page does not reach: the price to the document's title, the volume to the header. */
export function LiveTitle({ pair }: { pair: string }): null {
  const { t } = useTranslation();
  const ticker = useTicker(pair);
  const price = ticker?.price ?? null;
  const volume = ticker?.volume;
  const direction = useDirection(price);
  const page = t('shell.titles.trade');
  useEffect(() => {
    if (price === null) return;
    const mark = direction === null ? '' : `${directionMarks[direction]} `;
    document.title = `${mark}${formatNumber(price, { trimZeros: true })} · ${pair} · ${page} · Emporion`;
  }, [pair, price, page, direction]);
  useEffect(() => {
    publishVolume(volume === undefined ? null : { pair, volume });
  }, [pair, volume]);
  useEffect(() => () => publishVolume(null), []);
  return null;
}
