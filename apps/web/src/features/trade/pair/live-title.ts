import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTicker } from '../market/market.ts';
import { directionMarks, useDirection } from './use-direction.ts';

/** Puts the price and where it went into the document's title, so that a tab in the background tells it. */
export function LiveTitle({ pair }: { pair: string }): null {
  const { t } = useTranslation();
  const price = useTicker(pair)?.price ?? null;
  const direction = useDirection(price);
  const page = t('shell.titles.trade');
  useEffect(() => {
    if (price === null) return;
    const mark = direction === null ? '' : `${directionMarks[direction]} `;
    document.title = `${mark}${formatNumber(price, { trimZeros: true })} · ${pair} · ${page} · Emporion`;
  }, [pair, price, page, direction]);
  return null;
}
