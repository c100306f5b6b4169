import { fractionDigits } from '#market/units.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu } from '#ui/menu/dropdown-menu.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type BookView, bookViews } from './book-layout.ts';

const lines = { asks: [2, 5, 8, 11], bids: [2, 5, 8, 11] } as const;

/** Four lines in the colours of the sides that are shown. */
function ViewMark({ view }: { view: BookView }) {
  const split = view === 'both' ? 2 : view === 'asks' ? 4 : 0;
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable={false}>
      {lines.asks.map((y, index) => (
        <rect
          key={y}
          x="1"
          y={y - 1}
          width="12"
          height="2"
          rx="1"
          className={index < split ? 'fill-sell' : 'fill-buy'}
        />
      ))}
    </svg>
  );
}

export interface BookToolbarProps {
  readonly view: BookView;
  readonly onView: (view: BookView) => void;
  readonly step: string;
  /** Coarsest first, as the server lists them. */
  readonly steps: readonly string[];
  readonly onStep: (step: string) => void;
}

/** Which sides are shown, and by what step prices are grouped. */
export function BookToolbar({ view, onView, step, steps, onStep }: BookToolbarProps) {
  const { t } = useTranslation();
  useNumberStyle();
  const write = (one: string): string => formatNumber(one, { decimals: fractionDigits(one) });
  const labels = {
    both: t('market.book.both'),
    asks: t('market.book.asksOnly'),
    bids: t('market.book.bidsOnly'),
  };
  return (
    <div className="flex items-center justify-between gap-2 px-2 py-1">
      <SegmentedControl<BookView>
        label={t('market.book.view')}
        value={view}
        onValueChange={onView}
        segments={bookViews.map((value) => ({
          value,
          label: (
            <span title={labels[value]}>
              <ViewMark view={value} />
              <span className="sr-only">{labels[value]}</span>
            </span>
          ),
        }))}
      />
      <DropdownMenu
        label={t('market.book.grouping')}
        className="num"
        entries={steps.toReversed().map((one) => ({
          kind: 'choice' as const,
          label: write(one),
          checked: one === step,
          onSelect: () => onStep(one),
        }))}
      >
        {write(step)}
        <Icon name="chevron-down" size={14} />
      </DropdownMenu>
    </div>
  );
}
