import { Link } from 'react-router';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useWalletRecords, type WalletRecord } from '../api/wallet-records.ts';
import { AddressText } from '../components/address-text.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { RecordAmount } from '../components/record-amount.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { bankState } from '../model/bank-state.ts';
import { bankNetwork } from '../model/networks.ts';

const shownMax = 8;

/** The one that waits for its owner's code or link. */
export function useUnconfirmed(): WalletRecord | undefined {
  const { records } = useWalletRecords('withdrawals');
  return records?.find(
    ({ status, reason }) => status === 'pending' && (reason === 'code' || reason === 'link'),
  );
}

function Row({ record }: { record: WalletRecord }) {
  const { t, i18n } = useTranslation();
  const time = dateFormat(i18n.language, dateStyles.moment);
  const date = record.date ?? new Date(record.updated * 1_000).toISOString();
  return (
    <li className="border-t hairline first:border-t-0">
      <Link
        to={
          record.card_order === undefined
            ? `/wallet/withdrawal/${record.coin}?id=${record.id}`
            : `/quick-swap?tab=card&order=${record.card_order}`
        }
        className="-mx-2 flex items-center gap-3 rounded-md px-2 py-3 hover:bg-raised/60"
      >
        <CoinLogo code={record.coin} size={28} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            <RecordAmount record={record} />
            <StateBadge
              status={record.status}
              label={record.network === bankNetwork ? bankState(record, t) : undefined}
              className="text-xs"
            />
          </span>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-muted">
            {record.address && <AddressText value={record.address} short />}
            {record.card_order !== undefined && <span>{t('wallet.kinds.card_sale')}</span>}
            <time dateTime={date}>{time.format(Date.parse(date))}</time>
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The last withdrawals, live, of every coin, or on the page of a currency of that one; each leads to how it stands. */
export function WithdrawalList({ currency }: { currency?: string | undefined }) {
  const { t } = useTranslation();
  const { records: all, error, retry, retrying } = useWalletRecords('withdrawals');
  const records = currency === undefined ? all : all?.filter(({ coin }) => coin === currency);
  return (
    <Card title={t('withdrawal.list.title')}>
      {error !== null && records === undefined && (
        <FailureState title={t('withdrawal.list.unread')} error={error} retry={retry} retrying={retrying} />
      )}
      {error === null && records === undefined && <Skeleton className="h-40" />}
      {records?.length === 0 && <EmptyState icon="arrow-up-from-line" text={t('withdrawal.list.empty')} />}
      {records !== undefined && records.length > 0 && (
        <ul aria-label={t('withdrawal.list.title')}>
          {records.slice(0, shownMax).map((record) => (
            <Row key={record.id} record={record} />
          ))}
        </ul>
      )}
    </Card>
  );
}
