import type { P2pCode } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { p2pCodeEndpoints } from '#api/contract/p2p-codes.ts';
import { balanceQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { ToFormButton } from '#ui/form/to-form-button.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { walletKey } from '../api/queries.ts';
import { Countdown } from '../components/countdown.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { codesQuery } from './code-calls.ts';

const looks: Readonly<Record<P2pCode['status'], { icon: IconName; tone: string }>> = {
  active: { icon: 'clock', tone: 'text-warn' },
  redeemed: { icon: 'circle-check', tone: 'text-buy' },
  cancelled: { icon: 'minus', tone: 'text-muted' },
  expired: { icon: 'minus', tone: 'text-muted' },
};

/** A code that somebody else has made is one's own only because one redeemed it. */
function stateKey({ status, direction }: P2pCode): string {
  return direction === 'redeemed' ? 'received' : status;
}

function CancelCode({ code }: { code: P2pCode }) {
  useArea('errors');
  const { t } = useTranslation();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const amount = `${formatNumber(code.amount, { decimals: 18, trimZeros: true })} ${code.currency}`;
  const cancel = async (): Promise<void> => {
    setPending(true);
    const answer = await call(p2pCodeEndpoints.cancel, { params: { id: code.id } });
    setPending(false);
    void client.invalidateQueries({ queryKey: walletKey });
    void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
    if (answer.ok) showToast({ title: t('withdrawal.codes.cancel.done', { amount }) });
    else showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
  };
  return (
    <Button
      size="small"
      variant="flat"
      color="red"
      className="-mr-3"
      loading={pending}
      aria-label={t('withdrawal.codes.cancel.name', { amount })}
      onClick={() =>
        askFirst(
          {
            title: t('withdrawal.codes.cancel.title'),
            text: t('withdrawal.codes.cancel.text', { amount }),
            confirm: t('withdrawal.codes.cancel.confirm'),
          },
          () => void cancel(),
        )
      }
    >
      {t('withdrawal.codes.cancel.submit')}
    </Button>
  );
}

function Row({ code }: { code: P2pCode }) {
  const { t, i18n } = useTranslation();
  const time = dateFormat(i18n.language, dateStyles.moment);
  const { icon, tone } = looks[code.status];
  const active = code.status === 'active' && code.direction === 'made';
  return (
    <li className="flex items-center gap-3 border-t hairline py-3 first:border-t-0">
      <CoinLogo code={code.currency} size={28} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <PrivateAmount
            value={code.amount}
            decimals={18}
            trimZeros
            unit={code.currency}
            className="font-semibold"
          />
          <span className={`inline-flex items-center gap-1.5 text-xs ${tone}`}>
            <Icon name={icon} size={14} />
            {t(`withdrawal.codes.state.${stateKey(code)}`)}
          </span>
        </p>
        <p className="text-xs text-muted">
          {active ? (
            <>
              {code.ending !== null && <span className="mr-2 font-mono">{`•••• ${code.ending}`}</span>}
              {t('withdrawal.codes.expires')} <Countdown until={code.expires} />
            </>
          ) : (
            <time dateTime={code.created}>{time.format(Date.parse(code.ended ?? code.created))}</time>
          )}
        </p>
      </div>
      {active && <CancelCode code={code} />}
    </li>
  );
}

/** The codes of before. Their letters are not in the list: whoever has lost them cancels the code. */
export function CodeList() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(codesQuery);
  return (
    <Card title={t('withdrawal.codes.list.title')}>
      {data === undefined && error !== null && (
        <FailureState
          title={t('withdrawal.codes.list.unread')}
          error={error}
          retry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <EmptyState
          icon="gift"
          text={t('withdrawal.codes.list.empty')}
          action={<ToFormButton label={t('withdrawal.codes.create.title')} />}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t('withdrawal.codes.list.title')}>
          {data.map((code) => (
            <Row key={code.id} code={code} />
          ))}
        </ul>
      )}
    </Card>
  );
}
