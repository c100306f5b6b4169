import type { RecurringSwap } from '@emporion/contracts/rest';
import { recurringIntervals } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { call } from '#api/api.ts';
import { recurringSwapEndpoints, slippageDefault } from '#api/contract/swap.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { coinName } from '#live/coin-name.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { Form, FormMessage } from '#ui/form/form.tsx';
import { ToFormButton } from '#ui/form/to-form-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { useModalStore } from '#ui/modal/modal-store.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { CoinAmount } from './coin-amount.tsx';
import { QuoteDetails } from './quote-details.tsx';
import { Available } from './swap-form.tsx';
import { recurringQuery, swapKey, useQuote } from './swap-queries.ts';

type Recurring = z.output<typeof RecurringSwap>;

function useRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: swapKey });
}

/** What, into what, how much and how often. The first time is now. */
function RecurringForm({ coins }: { coins: readonly CoinState[] }) {
  const { t, i18n } = useTranslation();
  useArea('errors');
  const refresh = useRefresh();
  const first = (code: string) => coins.find((coin) => coin.code === code)?.code ?? coins[0]?.code ?? '';
  const form = useForm({
    initial: { from: first('USDT'), to: first('BTC'), amount: '', every: 'week' },
    check: ({ amount }) => (/[1-9]/.test(amount) ? {} : { amount: { code: 'field_required' } }),
    submit: async ({ from, to, amount, every }) => {
      const body = { from, to, amount, every: every as Recurring['every'] };
      // The first swap runs at once: whoever starts it has seen what it brings.
      if (!(await isReviewed(body))) return undefined;
      const answer = await call(recurringSwapEndpoints.create, { body });
      if (!answer.ok) {
        const { message, fields } = refusalOf(answer.failure, t);
        return Object.keys(fields).length > 0 ? { fields } : { message };
      }
      form.setValue('amount', '');
      refresh();
      return undefined;
    },
  });
  const { from, to, every } = form.values;
  const { quote } = useQuote({
    ...{ from, to, side: 'give', amount: form.values.amount, slippage: slippageDefault },
  });
  const isReviewed = ({ amount, every: each }: { amount: string; every: Recurring['every'] }) =>
    new Promise<boolean>((resolve) => {
      const shown = (value: string, unit: string) =>
        `${formatNumber(value, { decimals: 18, trimZeros: true })} ${unit}`;
      askFirst(
        {
          title: t('swap.recurring.reviewTitle'),
          text: t('swap.recurring.reviewText', {
            ...{ give: shown(amount, from), to, every: t(`swap.recurring.each.${each}`).toLowerCase() },
            receive: quote === undefined ? to : shown(quote.receive, to),
          }),
          ...{ confirm: t('swap.recurring.start'), color: 'blue' },
        },
        () => resolve(true),
      );
      const { showing: mine } = useModalStore.getState();
      const stop = useModalStore.subscribe(({ content, showing }) => {
        if (content !== null && showing === mine) return;
        stop();
        // A confirmed one has answered before its dialog closes for good.
        queueMicrotask(() => resolve(false));
      });
    });
  const coin = coins.find(({ code }) => code === from);
  if (!coin) return null;
  const amount = form.choice('amount');
  return (
    <Form form={form}>
      <CoinAmount
        label={t('swap.give')}
        coins={coins}
        coin={coin}
        amount={amount.value}
        onAmount={amount.onValueChange}
        onCoin={(code) => {
          if (code === to) form.setValue('to', from);
          form.setValue('from', code);
        }}
        error={amount.error}
        labelEnd={<Available coin={coin} onMax={() => form.setValue('amount', coin.actual)} />}
      />
      <SelectList
        label={t('swap.recurring.into')}
        value={to}
        onValueChange={(code) => {
          if (code === from) form.setValue('from', to);
          form.setValue('to', code);
        }}
        options={coins.map((each) => {
          const name = coinName(each, i18n.language);
          return { value: each.code, html: each.code, note: name, otherNames: [name] };
        })}
      />
      <SegmentedControl
        label={t('swap.recurring.every')}
        segments={recurringIntervals.map((each) => ({
          value: each,
          label: t(`swap.recurring.each.${each}`),
        }))}
        value={every as Recurring['every']}
        onValueChange={(each) => form.setValue('every', each)}
      />
      {quote !== undefined && <QuoteDetails from={from} to={to} quote={quote} />}
      <p className="text-xs text-pretty text-muted">{t('swap.recurring.hint')}</p>
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('swap.recurring.start')}
      </Button>
    </Form>
  );
}

function Runs({ recurring }: { recurring: Recurring }) {
  const { t, i18n } = useTranslation();
  const { runs, from, to } = recurring;
  if (runs.length === 0) return null;
  const show = (amount: string | null, coin: string) =>
    `${formatNumber(amount ?? '0', { decimals: 18, trimZeros: true })} ${coin}`;
  return (
    <ul className="mt-2 flex flex-col gap-1 text-xs text-muted">
      {runs.map(({ due, outcome, given, received, reason }) => (
        <li key={due} className="flex flex-wrap justify-between gap-x-3">
          <time dateTime={due}>{dateFormat(i18n.language, dateStyles.moment).format(Date.parse(due))}</time>
          <span className={outcome === 'done' ? 'num text-text' : 'text-warn'}>
            {outcome === 'done'
              ? `${show(given, from)} → ${show(received, to)}`
              : t(`swap.recurring.skipped.${reason ?? 'market'}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Row({ recurring }: { recurring: Recurring }) {
  const { t, i18n } = useTranslation();
  const refresh = useRefresh();
  const [pending, setPending] = useState<'change' | 'end'>();
  const [message, setMessage] = useState<string>();
  const { id, from, to, amount, every, status, next } = recurring;
  const shown = `${formatNumber(amount, { decimals: 18, trimZeros: true })} ${from} → ${to}`;
  const settle = async (what: 'change' | 'end', ask: () => ReturnType<typeof end>): Promise<void> => {
    setPending(what);
    setMessage(undefined);
    const answer = await ask();
    setPending(undefined);
    if (answer.ok) refresh();
    else setMessage(refusalOf(answer.failure, t).message);
  };
  const end = () => call(recurringSwapEndpoints.end, { params: { id } });
  const turn = async () => {
    const body = { status: status === 'active' ? ('paused' as const) : ('active' as const) };
    const answer = await call(recurringSwapEndpoints.change, { params: { id }, body });
    return answer.ok ? { ...answer, value: {} } : answer;
  };
  return (
    <li className="border-t hairline py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <p className="num font-semibold">{shown}</p>
          <p className="text-xs text-muted">
            {t(`swap.recurring.each.${every}`)}
            {' · '}
            {next === null
              ? t('swap.recurring.paused')
              : t('swap.recurring.next', {
                  time: dateFormat(i18n.language, dateStyles.moment).format(Date.parse(next)),
                })}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            size="small"
            color="black"
            loading={pending === 'change'}
            onClick={() => void settle('change', turn)}
          >
            {t(status === 'active' ? 'swap.recurring.pause' : 'swap.recurring.resume')}
          </Button>
          <Button
            size="small"
            variant="flat"
            color="red"
            loading={pending === 'end'}
            aria-label={t('swap.recurring.endThis', { swap: shown })}
            onClick={() =>
              askFirst(
                {
                  title: t('swap.recurring.endTitle', { swap: shown }),
                  text: t('swap.recurring.endText'),
                  confirm: t('swap.recurring.endConfirm'),
                },
                () => void settle('end', end),
              )
            }
          >
            <Icon name="trash-2" size={14} />
          </Button>
        </div>
      </div>
      <FormMessage message={message} />
      <Runs recurring={recurring} />
    </li>
  );
}

function RecurringList() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(recurringQuery);
  return (
    <Card title={t('swap.recurring.list')}>
      {data === undefined && error !== null && (
        <ErrorState title={t('swap.recurring.unread')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <EmptyState
          icon="calendar"
          text={t('swap.recurring.empty')}
          action={<ToFormButton label={t('swap.recurring.title')} />}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t('swap.recurring.list')}>
          {data.map((recurring) => (
            <Row key={recurring.id} recurring={recurring} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Swaps that are made again and again, while nobody is looking. */
export function RecurringPanel({ coins }: { coins: readonly CoinState[] }) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  if (!loggedIn)
    return (
      <Card title={t('swap.recurring.title')}>
        <EmptyState
          icon="calendar"
          text={t('swap.recurring.lead')}
          action={
            <LinkButton to={`/login?${new URLSearchParams({ redirectFrom: '/quick-swap?tab=recurring' })}`}>
              {t('swap.logIn')}
            </LinkButton>
          }
        />
      </Card>
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <Card title={t('swap.recurring.title')}>
        <p className="mb-4 text-pretty text-muted">{t('swap.recurring.lead')}</p>
        <RecurringForm coins={coins} />
      </Card>
      <RecurringList />
    </div>
  );
}
