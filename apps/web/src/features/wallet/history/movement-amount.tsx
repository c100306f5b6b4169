import type { Movement } from '@emporion/contracts/rest';
import { classNames } from '#ui/class-names.ts';
import { PrivateAmount } from '../components/private-amount.tsx';

/** Nothing came and nothing left. */
export function isVoid({ status }: Pick<Movement, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** What arrives or is sent, with its sign; of what never happened the figure is muted. */
export function MovementAmount({ movement, className }: { movement: Movement; className?: string }) {
  const { amount, currency, direction } = movement;
  const tone = isVoid(movement) ? 'text-muted line-through' : direction === 'in' && 'text-buy';
  return (
    <PrivateAmount
      value={direction === 'in' ? amount : `-${amount}`}
      plus
      decimals={18}
      trimZeros
      unit={currency}
      className={classNames(tone, className)}
    />
  );
}
