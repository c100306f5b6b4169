import type { Movement } from '@emporion/contracts/rest';
import { unlistedCurrency } from '#api/contract/movements.ts';
import { classNames } from '#ui/class-names.ts';
import { noNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { PrivateAmount } from '../components/private-amount.tsx';

/** Nothing came and nothing left. */
export function isVoid({ status }: Pick<Movement, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** What amounts of it are counted in. The decimals of a token that is not listed are unknown: its amounts are in its smallest units. */
export function useUnit({ currency }: Pick<Movement, 'currency'>): string {
  const { t } = useTranslation();
  return currency === unlistedCurrency ? t('history.units') : currency;
}

/** What it changes of the balance, the fee included, so that the rows of a list add up; of what never happened the figure is muted. */
export function MovementAmount({ movement, className }: { movement: Movement; className?: string }) {
  const { change, direction, unreadable } = movement;
  const unit = useUnit(movement);
  if (unreadable?.includes('change')) return <span className={className}>{noNumber}</span>;
  const tone = isVoid(movement) ? 'text-muted line-through' : direction === 'in' && 'text-buy';
  return (
    <PrivateAmount
      value={change}
      plus
      decimals={18}
      trimZeros
      unit={unit}
      className={classNames(tone, className)}
    />
  );
}
