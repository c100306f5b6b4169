import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTicker } from '../market/market.ts';

/** Puts the price into the document's title, so that a tab in the background tells it. */
export function LiveTitle({ pair }: { pair: string }): null {
  const { t } = useTranslation();
  const price = useTicker(pair)?.price ?? null;
  const page = t('shell.titles.trade');
  useEffect(() => {
    if (price === null) return;
    document.title = `${formatNumber(price, { trimZeros: true })} · ${pair} · ${page} · Emporion`;
  }, [pair, price, page]);
  return null;
}
