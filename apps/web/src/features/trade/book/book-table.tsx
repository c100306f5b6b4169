import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#ui/number/format-number.ts';
import type { Book, BookLevel } from '../market/book-state.ts';
import type { LiveStore } from '../market/live-store.ts';
import { type MarketPair, priceDecimals, quantityDecimals } from '../market/market-pair.ts';
import { createPace } from '../market/pace.ts';

/** Read aloud, more would only be noise. */
const levelsMax = 10;
const tableIntervalMs = 1_000;

function useSlowly(store: LiveStore<Book>): Book {
  const [book, setBook] = useState(store.read);
  useEffect(() => {
    const pace = createPace(() => setBook(store.read()), tableIntervalMs);
    const stop = store.subscribe(pace.changed);
    if (store.read().ready) pace.changed();
    return () => {
      stop();
      pace.stop();
    };
  }, [store]);
  return book;
}

function Rows({ levels, side, pair }: { levels: readonly BookLevel[]; side: string; pair: MarketPair }) {
  return levels.map(({ price, quantity }) => (
    <tr key={price}>
      <th scope="row">{side}</th>
      <td>{formatNumber(price, { decimals: priceDecimals(pair) })}</td>
      <td>{formatNumber(quantity, { decimals: quantityDecimals(pair), trimZeros: true })}</td>
    </tr>
  ));
}

/** What the picture shows, for those who cannot see it: the best levels, at most once a second. */
export function BookTable({ pair, store }: { pair: MarketPair; store: LiveStore<Book> }) {
  const { t } = useTranslation();
  const { asks, bids } = useSlowly(store);
  return (
    <div className="sr-only">
      <table>
        <caption>{t('market.book.title', { pair: pair.code })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('market.book.side')}</th>
            <th scope="col">{t('market.price', { coin: pair.quote.code })}</th>
            <th scope="col">{t('market.amount', { coin: pair.base.code })}</th>
          </tr>
        </thead>
        <tbody>
          <Rows levels={asks.slice(0, levelsMax).toReversed()} side={t('market.book.ask')} pair={pair} />
          <Rows levels={bids.slice(0, levelsMax)} side={t('market.book.bid')} pair={pair} />
        </tbody>
      </table>
    </div>
  );
}
