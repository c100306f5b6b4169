import type { Pair } from '@emporion/contracts/rest';
import { Icon } from '#ui/icon/icon.tsx';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';

/** Says above everything that a market takes no orders, before anybody writes one. */
export function ClosedBar({ pair }: { pair: Pair }) {
  useArea('pages');
  const { t } = useTranslation();
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-raised px-4 py-2 text-center font-semibold text-pretty text-warn"
    >
      <Icon name="triangle-alert" size={16} className="shrink-0" />
      {t([`pages.closedMarket.${pair.rules.state}`, 'trade.closed'], { pair: pair.code })}
    </p>
  );
}
