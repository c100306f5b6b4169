import { Sparkline, useSparklines } from '#market/sparkline.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { ChangeText } from '#ui/number/change-text.tsx';
import { noNumber } from '#ui/number/format-number.ts';
import { type BalanceRow, rateDecimals } from '../model/balance-rows.ts';

/** What one coin is worth, how that changed within a day, and the day as a line. */
export function PriceCell({ row }: { row: BalanceRow }) {
  const closes = useSparklines().get(`${row.code}-USDT`) ?? [];
  if (row.rate === null) return <span className="text-muted">{noNumber}</span>;
  return (
    <span className="flex items-center justify-end gap-3">
      <Sparkline
        closes={closes}
        falling={row.change?.startsWith('-') === true}
        className="h-6 w-16 fill-none stroke-current stroke-[1.5]"
      />
      {/* As wide as the longest price, so that the lines of all rows stand below each other. */}
      <span className="min-w-22 text-end">
        <Amount value={row.rate} decimals={rateDecimals(row.rate)} className="block" />
        <span className="block text-xs">
          <ChangeText change={row.change} />
        </span>
      </span>
    </span>
  );
}
