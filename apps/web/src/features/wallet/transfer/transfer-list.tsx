import type { Transfer } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { ToFormButton } from '#ui/form/to-form-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { FailureState } from '../components/failure-state.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { transfersQuery } from './transfer-calls.ts';

function Row({ transfer }: { transfer: Transfer }) {
  const { t, i18n } = useTranslation();
  const { direction, counterparty, amount, currency, date } = transfer;
  const sent = direction === 'sent';
  const time = dateFormat(i18n.language, dateStyles.moment);
  return (
    <li className="flex items-center gap-3 border-t hairline py-3 first:border-t-0">
      <Icon
        name={sent ? 'arrow-up-right' : 'arrow-down'}
        size={18}
        className={sent ? 'flex-none text-muted' : 'flex-none text-buy'}
      />
      <div className="min-w-0 flex-1">
        <p className="truncate">{t(`withdrawal.transfer.${direction}By`, { name: counterparty })}</p>
        <time dateTime={date} className="text-xs text-muted">
          {time.format(Date.parse(date))}
        </time>
      </div>
      <PrivateAmount
        value={sent ? `-${amount}` : amount}
        signed={!sent}
        decimals={18}
        trimZeros
        unit={currency}
        className="font-semibold"
      />
    </li>
  );
}

/** The last transfers, sent and received; news of the wallet has them read again. */
export function TransferList() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(transfersQuery);
  return (
    <Card title={t('withdrawal.transfer.list.title')}>
      {data === undefined && error !== null && (
        <FailureState
          title={t('withdrawal.transfer.list.unread')}
          error={error}
          retry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <EmptyState
          icon="send"
          text={t('withdrawal.transfer.list.empty')}
          action={<ToFormButton label={t('withdrawal.transfer.title')} />}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t('withdrawal.transfer.list.title')}>
          {data.map((transfer) => (
            <Row key={transfer.id} transfer={transfer} />
          ))}
        </ul>
      )}
    </Card>
  );
}
