import type { Movement, MovementLeg } from '@emporion/contracts/rest';
import { useTranslation } from '#ui/text/use-translation.ts';
import { PrivateAmount } from '../components/private-amount.tsx';
import { Figure, Line } from './detail-lines.tsx';

/** What moved a balance: the payment, or the market by its pair. */
function Leg({ leg }: { leg: MovementLeg }) {
  const { t } = useTranslation();
  const { kind, pair, currency, change, fee } = leg;
  return (
    <Line name={pair ?? t(`history.exchange.legs.${kind}`)}>
      <span className="flex flex-col items-end">
        <PrivateAmount value={change} plus decimals={18} trimZeros unit={currency} />
        {/[1-9]/.test(fee) && (
          <span className="text-xs text-muted">
            {`${t('wallet.feeIncluded')} `}
            <PrivateAmount value={fee} decimals={18} trimZeros unit={currency} />
          </span>
        )}
      </span>
    </Line>
  );
}

/** What was paid, received and left, the fees, and every change of a balance. */
export function ExchangeLines({
  exchange: { paid, received, fees, remainders },
  legs,
}: {
  exchange: NonNullable<Movement['exchange']>;
  legs: Movement['legs'];
}) {
  const { t } = useTranslation();
  return (
    <>
      {paid !== null && (
        <Figure name={t('history.exchange.lines.paid')} value={paid.amount} coin={paid.currency} />
      )}
      {received !== null && (
        <Figure
          name={t('history.exchange.lines.received')}
          value={received.amount}
          coin={received.currency}
        />
      )}
      {fees.map(({ currency, amount }) => (
        <Figure key={currency} name={t('history.lines.fee')} value={amount} coin={currency} />
      ))}
      {remainders.map(({ currency, amount }) => (
        <Figure key={currency} name={t('history.exchange.lines.remainder')} value={amount} coin={currency} />
      ))}
      {legs.length > 0 && (
        <div className="mt-2 border-t hairline pt-2">
          <dt className="font-semibold">{t('history.exchange.lines.legs')}</dt>
          <dd>
            <dl>
              {legs.map((leg) => (
                <Leg key={`${leg.kind} ${leg.pair} ${leg.currency} ${leg.change}`} leg={leg} />
              ))}
            </dl>
          </dd>
        </div>
      )}
    </>
  );
}
