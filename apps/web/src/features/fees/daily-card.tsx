import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '#api/queries.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Amount } from '#ui/number/amount.tsx';
import { Card } from '#ui/surface/card.tsx';
import { Table } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** What may be withdrawn within 24 hours: by level in value, and of coins that have a maximum of their own. */
export function DailyCard({ coins }: { coins: readonly CoinState[] }) {
  const { t } = useTranslation();
  const levels = useQuery(limitsQuery).data?.levels ?? [];
  const own = coins.flatMap(({ code, limits: { withdrawal } }) =>
    withdrawal.daily === null ? [] : [{ code, daily: withdrawal.daily }],
  );
  if (levels.length === 0) return null;
  const amount = (value: string, coin: string) => (
    <span>
      <Amount value={value} decimals={18} trimZeros />
      {` ${coin}`}
    </span>
  );
  return (
    <Card title={t('fees.daily.title')}>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <Table
          caption={t('fees.daily.byLevel')}
          columns={[
            { key: 'level', label: t('fees.daily.level') },
            {
              key: 'withdrawal_a_day',
              label: t('fees.daily.most'),
              class: 'text-right',
              formatter: (value) => amount(value, 'USDT'),
            },
          ]}
          rows={levels}
          rowKey={({ level }) => String(level)}
        />
        {own.length > 0 && (
          <Table
            caption={t('fees.daily.byCoin')}
            columns={[
              { key: 'code', label: t('fees.coin') },
              {
                key: 'daily',
                label: t('fees.daily.most'),
                class: 'text-right',
                formatter: (value, { code }) => amount(value, code),
              },
            ]}
            rows={own}
            rowKey={({ code }) => code}
          />
        )}
      </div>
      <p className="mt-3 text-xs text-pretty text-muted">{t('fees.daily.note')}</p>
    </Card>
  );
}
