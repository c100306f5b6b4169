import { classNames } from '#ui/class-names.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { MarketOrder, MarketSorting } from './list-markets.ts';

interface SortHeadsProps {
  sorting: MarketSorting;
  onSort(sorting: MarketSorting): void;
}

/** The heads of the columns sort by them; the same one once more turns the list round. */
export function SortHeads({ sorting, onSort }: SortHeadsProps) {
  const { t } = useTranslation();
  const head = (by: MarketOrder, className: string) => {
    const chosen = sorting.by === by;
    // Names begin at A, figures at the greatest.
    const down = (by === 'name') === sorting.reversed;
    return (
      <button
        type="button"
        className={classNames('market-head', className, chosen && 'text-text')}
        aria-pressed={chosen}
        onClick={() => onSort({ by, reversed: chosen && !sorting.reversed })}
      >
        {t(`trade.markets.by.${by}`)}
        {chosen && <span aria-hidden="true">{down ? ' ↓' : ' ↑'}</span>}
        {chosen && sorting.reversed && <span className="sr-only">{t('trade.markets.reverse')}</span>}
      </button>
    );
  };
  return (
    <fieldset className="market-heads">
      <legend className="sr-only">{t('trade.markets.sort')}</legend>
      {head('name', 'text-left')}
      <span className="market-day text-center">{t('trade.markets.day')}</span>
      {head('price', 'text-right')}
      {head('change', 'text-right')}
      {head('volume', 'text-right max-md:hidden')}
    </fieldset>
  );
}
