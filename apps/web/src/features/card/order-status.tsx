import type { CardOrder } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { balanceQuery } from '#api/queries.ts';
import { fromUnits, toUnits } from '#market/units.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { formatMoney } from '#ui/number/format-number.ts';
import { PrintButton, PrintedBy } from '#ui/print/print-button.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { cardKey, ended, orderQuery } from './card-queries.ts';
import { OrderFacts } from './order-facts.tsx';

type Status = CardOrder['status'];

const looks: Readonly<Record<Status, { icon: IconName; tone: string }>> = {
  pending: { icon: 'credit-card', tone: 'text-accent' },
  authenticating: { icon: 'shield-check', tone: 'text-accent' },
  paid: { icon: 'refresh-cw', tone: 'text-accent' },
  selling: { icon: 'refresh-cw', tone: 'text-accent' },
  sending: { icon: 'send', tone: 'text-accent' },
  completed: { icon: 'circle-check', tone: 'text-buy' },
  refused: { icon: 'circle-x', tone: 'text-sell' },
  expired: { icon: 'clock', tone: 'text-muted' },
  failed: { icon: 'circle-x', tone: 'text-sell' },
  refunding: { icon: 'repeat', tone: 'text-accent' },
  refunded: { icon: 'repeat', tone: 'text-muted' },
  charged_back: { icon: 'repeat', tone: 'text-sell' },
};

/** What it says by itself, or by why: a refusal names its reason, and what was kept says what is on the balance. */
function useSentence(order: CardOrder): string {
  const { t } = useTranslation();
  const { side, status, reason, kept, reversed, received, receive_coin: coin } = order;
  const amount = kept === null ? '' : formatMoney(kept.amount, kept.currency);
  if (reversed !== null) {
    const { currency, taken, open, suspended } = reversed;
    const { refunds } = order;
    const back = refunds
      .filter((each) => each.status === 'done')
      .reduce((sum, { amount: part }) => sum + toUnits(part), 0n);
    return [
      ...(status === 'completed'
        ? [
            t('card.refund.inPart', {
              back: formatMoney(fromUnits(back), currency),
              paid: formatMoney(order.give, currency),
            }),
          ]
        : [t(`card.states.${side}.${status}`)]),
      t('card.reversed.taken', { taken: formatMoney(taken, currency) }),
      ...(/[1-9]/.test(open) ? [t('card.reversed.open', { open: formatMoney(open, currency) })] : []),
      ...(received === null ? [] : [t('card.reversed.coin', { coin })]),
      ...(suspended ? [t('card.reversed.suspended', { currency })] : []),
    ].join(' ');
  }
  if (kept !== null && status === 'completed')
    return t(`card.kept.${reason === 'price_moved' || reason === 'paid_late' ? reason : 'other'}`, {
      amount,
    });
  if (kept !== null && status === 'failed') return t('card.kept.payout', { amount });
  if (status === 'refused' && reason !== null) return t(`card.reasons.${reason}`);
  return t(`card.states.${side}.${status}`);
}

function titleOf({ side, status, reason, kept }: CardOrder): string {
  if (status === 'refused' && reason === 'cancelled') return 'cancelled';
  if (status !== 'completed') return status;
  return kept !== null ? 'kept' : side === 'sell' ? 'sold' : status;
}

function Heading({ order }: { order: CardOrder }) {
  const { t } = useTranslation();
  const { status } = order;
  const sentence = useSentence(order);
  const { icon, tone } = looks[status];
  const ref = useRef<HTMLHeadingElement>(null);
  // Whoever comes back from the pay system hears first how it stands.
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className="flex gap-3">
      <Icon name={icon} size={28} className={classNames('mt-0.5 flex-none', tone)} />
      <div className="min-w-0 flex-1" role="status">
        <h3 ref={ref} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t(`card.titles.${titleOf(order)}`)}
        </h3>
        <p className="text-pretty text-muted">{sentence}</p>
      </div>
    </div>
  );
}

/** How an order stands, live, from the payment page to the coins and, should it come to that, back. */
export function OrderStatus({ id, onNew }: { id: string; onNew(): void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: order, error, isFetching, refetch } = useQuery(orderQuery(id));
  const status = order?.status;
  useEffect(() => {
    if (status === undefined) return;
    // The list, the limits and the saved cards follow; the order itself has just been read.
    void client.invalidateQueries({
      queryKey: cardKey,
      predicate: ({ queryKey }) => queryKey[2] !== 'order',
    });
    void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
  }, [client, status]);
  if (order === undefined)
    return (
      <Card title={t('card.order')}>
        {error === null ? (
          <Skeleton className="h-72" />
        ) : (
          <>
            <ErrorState title={t('card.orderUnread')} onRetry={() => void refetch()} retrying={isFetching} />
            <Button variant="flat" wide onClick={onNew}>
              {t('card.another')}
            </Button>
          </>
        )}
      </Card>
    );
  const { pay_page: page } = order;
  const isOpen = page !== null && (order.status === 'pending' || order.status === 'refused');
  return (
    <Card title={t('card.order')} className="print-alone">
      <div className="flex flex-col gap-5">
        <Heading order={order} />
        {error !== null && (
          <p role="alert" className="text-warn">
            {t('card.stale')}
          </p>
        )}
        {isOpen && (
          <Button size="big" wide className="print:hidden" onClick={() => window.location.assign(page)}>
            {t(order.status === 'refused' ? 'card.tryAgain' : 'card.goOn')}
          </Button>
        )}
        <OrderFacts order={order} />
        <PrintedBy />
        <div className="flex flex-wrap justify-between gap-2 print:hidden">
          <LinkButton variant="flat" className="-ml-3" to="/wallet">
            {t('card.toWallet')}
          </LinkButton>
          {ended.has(order.status) && <PrintButton />}
          <Button color="black" onClick={onNew}>
            {t('card.another')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
