import { cardEndpoints, type PaySystemTerms } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { valueOrThrow } from '#api/queries.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';
import { Card } from '#ui/surface/card.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

type Terms = PaySystemTerms['currencies'][number];
interface Row extends Terms {
  readonly payout: PaySystemTerms['payout'];
}

const show = (amount: string) => formatNumber(amount, { decimals: 2, trimZeros: true });

function feeOf(percent: string, fixed: string, currency: string): string | undefined {
  const parts = [
    ...(/[1-9]/.test(percent) ? [inPercent(show(percent))] : []),
    ...(/[1-9]/.test(fixed) ? [`${formatNumber(fixed, { decimals: 2 })} ${currency}`] : []),
  ];
  return parts.length > 0 ? parts.join(' + ') : undefined;
}

/** What payments cost beside the trade; an exchange without them shows nothing. */
export function CardFeesCard() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['card', 'terms'],
    queryFn: async ({ signal }) => valueOrThrow(await call(cardEndpoints.options, { signal })),
    staleTime: 60_000,
  });
  const rows = (data?.systems ?? []).flatMap(({ payout, currencies }) =>
    currencies
      .filter(({ purchases, sales }) => purchases || sales)
      .map((terms): Row => ({ ...terms, payout })),
  );
  if (rows.length === 0) return null;
  const muted = (text: string) => <span className="text-muted">{text}</span>;
  const columns: readonly TableColumn<Row>[] = [
    {
      key: 'payout',
      label: t('fees.cards.by'),
      formatter: (_, { payout }) => (payout === 'payeer' ? 'Payeer' : t(`fees.cards.${payout}`)),
    },
    { key: 'currency', label: t('fees.cards.currency') },
    {
      key: 'purchase_fee_percent',
      label: t('fees.cards.buying'),
      class: 'text-right',
      formatter: (_, { purchases, purchase_fee_percent, purchase_fee_fixed, currency }) =>
        purchases
          ? (feeOf(purchase_fee_percent, purchase_fee_fixed, currency) ?? muted(t('fees.free')))
          : muted(t('fees.off')),
    },
    {
      key: 'payout_fee_percent',
      label: t('fees.cards.selling'),
      class: 'text-right',
      formatter: (_, { sales, payout_fee_percent, payout_fee_fixed, currency }) =>
        sales
          ? (feeOf(payout_fee_percent, payout_fee_fixed, currency) ?? muted(t('fees.free')))
          : muted(t('fees.off')),
    },
    {
      key: 'max',
      label: t('fees.cards.range'),
      class: 'text-right',
      formatter: (_, { min, max, currency }) => `${show(min)} – ${show(max)} ${currency}`,
    },
  ];
  return (
    <Card
      title={t('fees.cards.title')}
      className="drawn-when-near [--near-height:78rem] md:[--near-height:27rem]"
    >
      <Table
        caption={t('fees.cards.title')}
        columns={columns}
        rows={rows}
        rowKey={({ payout, currency }) => `${payout} ${currency}`}
        emptyText={t('fees.nothingFound')}
      />
      <p className="mt-3 text-xs text-pretty text-muted">{t('fees.cards.note')}</p>
    </Card>
  );
}
