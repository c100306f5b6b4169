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

type Exchange = NonNullable<Movement['exchange']>;

/** What was received, and below it what was paid for it. */
function ExchangeAmount({
  exchange: { paid, received },
  className,
  align,
}: {
  exchange: Exchange;
  className?: string | undefined;
  align: 'start' | 'end';
}) {
  return (
    <span className={classNames('flex min-w-0 flex-col', align === 'end' ? 'items-end' : 'items-start')}>
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

/** What amounts of it are counted in. The decimals of a token that is not listed are unknown: its amounts are in its smallest units. */
export function useUnit({ currency }: Pick<Movement, 'currency'>): string {
  const { t } = useTranslation();
  return currency === unlistedCurrency ? t('history.units') : currency;
}

/** What it changes of the balance, the fee included; of an exchange both sides. The figure of what never happened is muted. */
export function MovementAmount({
  movement,
  className,
  align = 'end',
}: {
  movement: Movement;
  className?: string;
  /** Where two amounts are flush: at the end of a row, at the start of a heading. */
  align?: 'start' | 'end';
}) {
  const { change, direction, exchange, unreadable } = movement;
  const unit = useUnit(movement);
  if (unreadable?.includes('change')) return <span className={className}>{noNumber}</span>;
  if (exchange !== null) return <ExchangeAmount exchange={exchange} className={className} align={align} />;
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
