import type { ReactNode } from 'react';
import { messageOf } from '#api/refusal-of.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { type CardDraft, pairOf } from './card-draft.ts';
import type { LivePreview } from './card-queries.ts';

export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-end">{children}</dd>
    </div>
  );
}

/** Its texts are fetched when there is something to say. */
function Problem({ error }: { error: Error }) {
  const { t } = useTranslation();
  useArea('errors');
  const said = messageOf(error, t);
  return (
    <p role="alert" className="flex gap-2 text-pretty text-sell">
      <Icon name="circle-alert" size={16} className="mt-0.5 flex-none" />
      {said}
    </p>
  );
}

/** A price of hundreds is read to the cent, a small one to where it differs. */
const rateDecimals = (rate: string) => ((rate.split('.')[0]?.length ?? 0) > 2 ? 2 : 8);

/** What it costs and what arrives, at the prices of now. */
export function PreviewPanel({ draft, live }: { draft: CardDraft; live: LivePreview }) {
  const { t } = useTranslation();
  const { preview, error, isPending } = live;
  if (error !== null) return <Problem error={error} />;
  if (preview === undefined) return <Skeleton className="h-36" />;
  const { receive } = pairOf(draft);
  return (
    <dl className={isPending ? 'divide-y divide-border/20 opacity-60' : 'divide-y divide-border/20'}>
      <Line name={t('card.rate')}>
        <span className="num">
          {`1 ${draft.coin} = ${formatNumber(preview.rate, { decimals: rateDecimals(preview.rate), trimZeros: true })} ${draft.currency}`}
        </span>
      </Line>
      <Line name={t('card.fee')}>
        <Amount value={preview.fee} decimals={2} unit={draft.currency} />
      </Line>
      <Line name={t('card.tradingFee')}>
        {preview.trading_fees.map(({ coin, amount }, index) => (
          <Amount
            key={preview.route[index]}
            value={amount}
            decimals={18}
            trimZeros
            unit={coin}
            className="block"
          />
        ))}
      </Line>
      {preview.remainder !== null && (
        <Line name={t('card.remainder')}>
          <Amount
            value={preview.remainder.amount}
            decimals={18}
            trimZeros
            unit={preview.remainder.currency}
          />
        </Line>
      )}
      <Line name={t('card.least')}>
        <Amount value={preview.least} decimals={18} trimZeros unit={receive} className="font-semibold" />
      </Line>
    </dl>
  );
}
