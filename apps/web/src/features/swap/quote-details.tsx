import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { warningOf } from './swap-draft.ts';
import type { Quote } from './swap-queries.ts';
import { rateOf } from './swap-rate.ts';

export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-end">{children}</dd>
    </div>
  );
}

/** Seconds until a moment, counted down. They are not said aloud: a voice every second would drown everything. */
function useSecondsLeft(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((untilMs - now) / 1_000));
}

export function QuoteClock({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(untilMs);
  return (
    <span className="num inline-flex items-center gap-1.5 text-xs text-muted">
      <Icon name="clock" size={14} />
      {t('swap.validFor', { seconds })}
    </span>
  );
}

interface RateProps {
  from: string;
  to: string;
  give: string;
  receive: string;
}

/** What one of the coins is worth in the other. A press turns it around. */
export function RateButton(swapped: RateProps) {
  const { t } = useTranslation();
  const [isFlipped, setFlipped] = useState(false);
  const rate = rateOf(swapped, isFlipped);
  if (rate === null) return null;
  const { one, other, value, decimals } = rate;
  return (
    <button
      type="button"
      className="num -my-3 inline-flex min-h-11 items-center gap-1.5 hover:text-accent"
      title={t('swap.flipRate')}
      onClick={() => setFlipped(!isFlipped)}
    >
      {`1 ${one} = ${formatNumber(value, { decimals, trimZeros: true })} ${other}`}
      <Icon name="repeat" size={14} className="text-muted print:hidden" />
    </button>
  );
}

/** Everything that a quote promises, line by line. */
export function QuoteDetails({ from, to, quote }: { from: string; to: string; quote: Quote }) {
  const { t } = useTranslation();
  const warning = warningOf(quote.impact);
  return (
    <>
      <dl className="divide-y divide-border/20">
        <Line name={t('swap.rate')}>
          <RateButton from={from} to={to} give={quote.give} receive={quote.receive} />
        </Line>
        <Line name={t('swap.fee')}>
          {quote.fees.map(({ coin, amount, percent }, index) => (
            <span key={quote.route[index]} className="block">
              <Amount value={amount} decimals={18} trimZeros unit={coin} />
              <span className="text-muted">{` (${inPercent(formatNumber(percent, { decimals: 4, trimZeros: true }))})`}</span>
            </span>
          ))}
        </Line>
        <Line name={t('swap.impact')}>
          <span className={warning === 'none' ? undefined : 'text-sell'}>
            {inPercent(formatNumber(quote.impact, { decimals: 2 }))}
          </span>
        </Line>
        {quote.remainder !== null && (
          <Line name={t('swap.remainder')}>
            <Amount value={quote.remainder.amount} decimals={18} trimZeros unit={quote.remainder.currency} />
          </Line>
        )}
        <Line name={t('swap.least')}>
          <Amount value={quote.least} decimals={18} trimZeros unit={to} />
        </Line>
        <Line name={t('swap.route')}>{quote.route.join(' → ')}</Line>
      </dl>
      {warning !== 'none' && (
        <p role="status" className="mt-2 flex gap-2 text-pretty text-sell">
          <Icon name="triangle-alert" size={16} className="mt-0.5 flex-none" />
          {t(warning === 'high' ? 'swap.impactHigh' : 'swap.impactVeryHigh')}
        </p>
      )}
    </>
  );
}
