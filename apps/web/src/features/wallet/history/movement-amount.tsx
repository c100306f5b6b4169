import type { Movement } from '@emporion/contracts/rest';
import { classNames } from '#ui/class-names.ts';
import { PrivateAmount } from '../components/private-amount.tsx';

/** Nothing came and nothing left. */
export function isVoid({ status }: Pick<Movement, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** What it changes of the balance, the fee included, so that the rows of a list add up; of what never happened the figure is muted. */
export function MovementAmount({ movement, className }: { movement: Movement; className?: string }) {
  const { change, currency, direction } = movement;
  const tone = isVoid(movement) ? 'text-muted line-through' : direction === 'in' && 'text-buy';
  return (
    <PrivateAmount
      value={change}
      plus
      decimals={18}
      trimZeros
      unit={currency}
      className={classNames(tone, className)}
    />
  );
}
