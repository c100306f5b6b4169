import type { Movement } from '@emporion/contracts/rest';
import { classNames } from '#ui/class-names.ts';
import { PrivateAmount } from '../components/private-amount.tsx';

/** Nothing came and nothing left. */
export function isVoid({ status }: Pick<Movement, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}

type Exchange = NonNullable<Movement['exchange']>;

/** What was received, and below it what was paid for it. */
function ExchangeAmount({
  exchange: { paid, received },
  className,
}: {
  exchange: Exchange;
  className?: string | undefined;
}) {
  return (
    <span className="flex min-w-0 flex-col items-end">
      {received !== null && (
        <PrivateAmount
          value={received.amount}
          plus
          decimals={18}
          trimZeros
          unit={received.currency}
          className={classNames('text-buy', className)}
        />
      )}
      {paid !== null && (
        <PrivateAmount
          value={`-${paid.amount}`}
          decimals={18}
          trimZeros
          unit={paid.currency}
          className={received === null ? className : 'text-xs text-muted'}
        />
      )}
    </span>
  );
}

/** What it changes of the balance, the fee included; of an exchange both sides. The figure of what never happened is muted. */
export function MovementAmount({ movement, className }: { movement: Movement; className?: string }) {
  const { change, currency, direction, exchange } = movement;
  if (exchange !== null) return <ExchangeAmount exchange={exchange} className={className} />;
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
