import type { LiveStore } from '#live/live-store.ts';
import { useThrottled } from '#live/use-throttled.ts';
import type { Book, BookLevel } from '#market/book-state.ts';
import { type MarketPair, priceDecimals, quantityDecimals } from '#market/market-pair.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Read aloud, more would only be noise. */
const levelsMax = 10;
const whole = (book: Book): Book => book;

interface PlacedLevel extends BookLevel {
  readonly place: number;
}

/** A row is a place beside the spread and not a price: what moves changes its text, and no row is made anew. */
function placed(levels: readonly BookLevel[]): readonly PlacedLevel[] {
  return levels.slice(0, levelsMax).map((level, place) => ({ ...level, place }));
}

function Rows({ levels, side, pair }: { levels: readonly PlacedLevel[]; side: string; pair: MarketPair }) {
  return levels.map(({ price, quantity, place }) => (
    <tr key={place}>
      <th scope="row">{side}</th>
      <td>{formatNumber(price, { decimals: priceDecimals(pair) })}</td>
      <td>{formatNumber(quantity, { decimals: quantityDecimals(pair), trimZeros: true })}</td>
    </tr>
  ));
}

/** What the picture shows, for those who cannot see it: the best levels, at most once a second. */
export function BookTable({ pair, store }: { pair: MarketPair; store: LiveStore<Book> }) {
  const { t } = useTranslation();
  const { asks, bids } = useThrottled(store, whole);
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
          <Rows levels={placed(asks).toReversed()} side={t('market.book.ask')} pair={pair} />
          <Rows levels={placed(bids)} side={t('market.book.bid')} pair={pair} />
        </tbody>
      </table>
    </div>
  );
}
