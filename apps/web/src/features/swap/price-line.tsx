import { useQuery } from '@tanstack/react-query';
import { Sparkline, sparklinesQuery, useSparklines } from '#market/sparkline.tsx';
import { toUnits } from '#market/units.ts';
import { ChangeText } from '#ui/number/change-text.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** By how many percent the last is away from the first, with two decimals. */
function changeOf(closes: readonly string[]): string | null {
  const [first, last] = [closes[0], closes.at(-1)].map((close) => toUnits(close ?? '0'));
  if (first === undefined || last === undefined || first === 0n) return null;
  return (Number(((last - first) * 10_000n) / first) / 100).toFixed(2);
}

function PricesToCome() {
  const { t } = useTranslation();
  return (
    <Card title={t('swap.lastDay')}>
      <Skeleton className="h-23" />
    </Card>
  );
}

/** A day of the market that joins the two coins; of the two markets where there is none. */
export function PriceLines({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation();
  const known = useSparklines();
  const direct = [`${from}-${to}`, `${to}-${from}`].filter((code) => known.has(code));
  const codes =
    direct.length > 0
      ? direct
      : [from, to].flatMap((coin) => [`${coin}-USDT`, `USDT-${coin}`]).filter((code) => known.has(code));
  const { isPending } = useQuery(sparklinesQuery);
  if (isPending) return <PricesToCome />;
  if (codes.length === 0) return null;
  return (
    <Card title={t('swap.lastDay')}>
      <ul className="flex flex-col gap-4">
        {codes.map((code) => {
          const closes = known.get(code) ?? [];
          const change = changeOf(closes);
          return (
            <li key={code}>
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-semibold">{code}</span>
                <span className="num">
                  {formatNumber(closes.at(-1) ?? '', { decimals: 8, trimZeros: true })}
                </span>
                <ChangeText change={change} />
              </p>
              <Sparkline
                closes={closes}
                falling={change?.startsWith('-') === true}
                className="mt-2 h-16 w-full fill-none stroke-current stroke-[1.5]"
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
