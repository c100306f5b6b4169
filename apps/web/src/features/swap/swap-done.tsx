import { useQuery } from '@tanstack/react-query';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { useArrival } from '#ui/form/use-arrival.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { formatMoney } from '#ui/number/format-number.ts';
import { PrintButton, PrintedBy } from '#ui/print/print-button.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { Line, RateButton } from './quote-details.tsx';
import type { Swap } from './swap-form.tsx';
import { swapsQuery } from './swap-queries.ts';

/** What it cost stands in the list of swaps a moment later. */
function Facts({ swap: { id, time, from, to, given, received, remainder } }: { swap: Swap }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(swapsQuery);
  const fees = data?.find((each) => each.id === id)?.fees ?? [];
  const date = dateFormat(i18n.language, dateStyles.moment);
  return (
    <dl className="w-full divide-y divide-border/20 text-start">
      <Line name={t('swap.rate')}>
        <RateButton from={from} to={to} give={given} receive={received} />
      </Line>
      {fees.length > 0 && (
        <Line name={t('swap.fee')}>
          {fees.map(({ market, coin, amount }) => (
            <Amount key={market} value={amount} decimals={18} trimZeros unit={coin} className="block" />
          ))}
        </Line>
      )}
      {remainder !== null && (
        <Line name={t('swap.remainder')}>
          <Amount value={remainder.amount} decimals={18} trimZeros unit={remainder.currency} />
        </Line>
      )}
      <Line name={t('swap.date')}>
        <time dateTime={time}>{date.format(Date.parse(time))}</time>
      </Line>
      <Line name={t('swap.number')}>
        <span className="num">{id}</span>
      </Line>
    </dl>
  );
}

/** The receipt of a swap. */
export function SwapDone({ swap, onNew }: { swap: Swap; onNew(): void }) {
  const { t } = useTranslation();
  const headingRef = useArrival();
  return (
    <div className="print-alone flex flex-col items-center gap-4 py-4 text-center">
      <Icon name="circle-check" size={36} className="text-buy" />
      <div role="status">
        <h3 ref={headingRef} tabIndex={-1} className="num text-lg font-semibold outline-none">
          {t('swap.doneTitle', { received: formatMoney(swap.received, swap.to) })}
        </h3>
        <p className="num mt-1 text-pretty text-muted">
          {t('swap.doneText', { given: formatMoney(swap.given, swap.from) })}
        </p>
      </div>
      <Facts swap={swap} />
      <PrintedBy />
      <div className="flex flex-wrap justify-center gap-2 print:hidden">
        <Button onClick={onNew}>{t('swap.another')}</Button>
        <LinkButton to="/wallet" color="black">
          {t('swap.toWallet')}
        </LinkButton>
        <PrintButton />
      </div>
    </div>
  );
}
