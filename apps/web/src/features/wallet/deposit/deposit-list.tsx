import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { WalletCoins } from '../api/use-wallet-coins.ts';
import { useWalletRecords, type WalletRecord } from '../api/wallet-records.ts';
import { FailureState } from '../components/failure-state.tsx';
import { RecordItem } from '../components/record-item.tsx';
import { usePrivacy } from '../model/privacy.ts';

const shownMax = 6;

/** What is on its way stands before what has arrived; within each the newest first, as it came. */
export function waitingFirst(records: readonly WalletRecord[]): readonly WalletRecord[] {
  const waits = ({ status }: WalletRecord): boolean => status === 'pending' || status === 'confirming';
  return [...records.filter(waits), ...records.filter((record) => !waits(record))];
}

function ListSkeleton() {
  return ['one', 'two', 'three'].map((line) => (
    <div key={line} className="flex gap-3 border-t hairline py-3 first:border-t-0">
      <Skeleton className="size-7 flex-none rounded-full" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-full" />
      </div>
    </div>
  ));
}

/** The newest deposits as they come in, block by block: of every coin, or on the page of a currency of that one. */
export function DepositList({
  blockchains,
  explorers,
  currency,
}: Pick<WalletCoins, 'blockchains' | 'explorers'> & { currency?: string | undefined }) {
  const { t } = useTranslation();
  const { records: all, error, retry, retrying } = useWalletRecords('deposits');
  const records = currency === undefined ? all : all?.filter(({ coin }) => coin === currency);
  const hidden = usePrivacy((state) => state.hidden);
  const shown = records === undefined ? [] : waitingFirst(records).slice(0, shownMax);
  const [first] = shown;
  return (
    <Card title={t('wallet.deposit.list.title')}>
      {error !== null && records === undefined && (
        <FailureState title={t('wallet.unread.deposits')} error={error} retry={retry} retrying={retrying} />
      )}
      {error === null && records === undefined && <ListSkeleton />}
      {records?.length === 0 && (
        <EmptyState icon="arrow-down-to-line" text={t('wallet.deposit.list.empty')} />
      )}
      {shown.length > 0 && (
        <ul aria-label={t('wallet.deposit.list.title')}>
          {shown.map((record) => (
            <RecordItem key={record.id} record={record} blockchains={blockchains} explorers={explorers} />
          ))}
        </ul>
      )}
      {/* The state alone: every block would be too much to listen to. */}
      <p role="status" className="sr-only">
        {first !== undefined &&
          t('wallet.deposit.list.said', {
            amount: hidden ? first.coin : `${first.amount} ${first.coin}`,
            status: t(`wallet.status.${first.status}`),
          })}
      </p>
    </Card>
  );
}
