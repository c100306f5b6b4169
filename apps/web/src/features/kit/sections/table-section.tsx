import { Button } from '#ui/button/button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { Card } from '#ui/surface/card.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { KitSection } from '../kit-section.tsx';

interface OrderRow {
  id: number;
  pair: string;
  side: 'buy' | 'sell';
  price: string;
  amount: string;
  filled: string;
}

const coins = ['BTC', 'ETH', 'BNB', 'TRX', 'POL', 'RBTC', 'ARB'] as const;

const orders: OrderRow[] = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  pair: `${coins[index % coins.length]}-USDT`,
  side: index % 3 === 0 ? 'sell' : 'buy',
  price: `${64_120 - index * 37}.${index % 10}`,
  amount: `0.${String(index * 7919 + 1250).padStart(6, '0')}`,
  filled: `${(index * 13) % 100}`,
}));

function useColumns(): readonly TableColumn<OrderRow>[] {
  const { t } = useTranslation();
  const pair = (value: string) => (
    <span className="flex items-center gap-2 font-semibold">
      <CoinLogo code={value.split('-')[0] ?? ''} size={20} />
      {value}
    </span>
  );
  const side = (value: OrderRow['side']) => (
    <span className={value === 'buy' ? 'text-buy' : 'text-sell'}>
      {value === 'buy' ? `▲ ${t('kit.sideBuy')}` : `▼ ${t('kit.sideSell')}`}
    </span>
  );
  return [
    { key: 'pair', label: t('kit.table.pair'), formatter: pair, showLabelInShrinkedView: false },
    { key: 'side', label: t('kit.table.side'), formatter: side },
    {
      key: 'price',
      label: t('kit.field.price'),
      class: 'text-right',
      formatter: (value) => <Amount value={value} decimals={2} />,
    },
    {
      key: 'amount',
      label: t('kit.field.amount'),
      class: 'text-right',
      formatter: (value) => <Amount value={value} />,
    },
    {
      key: 'filled',
      label: t('kit.table.filled'),
      class: 'text-right',
      tdClass: 'text-muted',
      formatter: (value) => <Amount value={value} decimals={0} unit="%" />,
    },
    {
      key: 'row:cancel',
      label: t('common.cancel'),
      class: 'text-right',
      showLabelInShrinkedView: false,
      formatter: (_, row) => (
        <Button
          size="small"
          variant="flat"
          color="red"
          aria-label={t('kit.table.cancelRow', { pair: row.pair })}
          onClick={() => showToast({ title: t('kit.table.cancelled', { pair: row.pair }) })}
        >
          {t('common.cancel')}
        </Button>
      ),
    },
  ];
}

export function TableSection() {
  const { t } = useTranslation();
  const columns = useColumns();
  const rowKey = (row: OrderRow): number => row.id;
  const variants = [
    { title: t('kit.table.caption'), rows: orders, loading: false },
    { title: t('kit.table.loading'), rows: [], loading: true },
    { title: t('kit.table.empty'), rows: [], loading: false },
  ];
  return (
    <KitSection name="table">
      {variants.map(({ title, rows, loading }) => (
        <Card key={title} title={title} flush className="-mx-4 border-t hairline">
          <Table
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            caption={title}
            loading={loading}
            pageSize={5}
            skeletonRows={3}
          />
        </Card>
      ))}
    </KitSection>
  );
}
