import type { WithdrawalQuote } from '@emporion/contracts/rest';
import { Link } from 'react-router';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { unitsOf } from './model/amounts.ts';

interface LimitBarProps {
  label: string;
  left: string;
  max: string;
  words: string;
}

function LimitBar({ label, left, max, words }: LimitBarProps) {
  const [part, whole] = [unitsOf(left) ?? 0n, unitsOf(max) ?? 0n];
  const percent = whole === 0n ? 0 : Math.min(100, Number((part * 100n) / whole));
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-muted">
        <span>{label}</span>
        <span className="num">{words}</span>
      </div>
      <meter
        className="sr-only"
        aria-label={label}
        aria-valuetext={words}
        min={0}
        max={100}
        value={percent}
      />
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-sm bg-raised">
        <div className="h-full origin-left bg-accent" style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
    </div>
  );
}

/** What is left of the day, of all coins and of this one, and how there comes to be more. */
export function DayLimit({ coin, quote }: { coin: string; quote: WithdrawalQuote }) {
  const { t } = useTranslation();
  const { day, level } = quote;
  const values = { decimals: 2, trimZeros: true };
  const coins = { decimals: 18, trimZeros: true };
  return (
    <div className="flex flex-col gap-3 rounded-md bg-raised/50 p-3">
      <LimitBar
        label={t('withdrawal.limit.all')}
        left={level.left}
        max={level.max}
        words={t('withdrawal.limit.left', {
          left: formatNumber(level.left, values),
          max: formatNumber(level.max, values),
          unit: 'USDT',
        })}
      />
      {day.max !== null && day.left !== null && (
        <LimitBar
          label={t('withdrawal.limit.coin', { coin })}
          left={day.left}
          max={day.max}
          words={t('withdrawal.limit.left', {
            left: formatNumber(day.left, coins),
            max: formatNumber(day.max, coins),
            unit: coin,
          })}
        />
      )}
      <Link to="/kyc" className="self-start text-xs text-accent hover:underline">
        {t('withdrawal.limit.raise')}
      </Link>
    </div>
  );
}
