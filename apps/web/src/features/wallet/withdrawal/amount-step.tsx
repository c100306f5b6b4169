import type { CoinNetwork, WithdrawalQuote } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CoinState } from '#live/coin-state.ts';
import { Button } from '#ui/button/button.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { FailureState } from '../components/failure-state.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { CoinAmountField } from './coin-amount-field.tsx';
import { DayLimit } from './day-limit.tsx';
import type { Destination } from './destination-step.tsx';
import { amountProblem, mostSendable } from './model/amount-problem.ts';
import { isAmountWithin, sumOf } from './model/amounts.ts';
import { ReceiptLine } from './receipt-line.tsx';
import { useSettled } from './use-settled.ts';
import { quoteQuery } from './withdrawal-calls.ts';

interface AmountStepProps {
  coin: CoinState;
  terms: CoinNetwork;
  destination: Destination;
  /** As it was written last, kept by the caller. */
  before: string;
  onWrite(amount: string): void;
  onDone(amount: string): void;
}

/** A quote that was asked for as the amount was written serves the button too. */
const freshMs = 10_000;

/** The fee, which is none to somebody of this exchange. */
export function feeOf({ internal }: Destination, fee: string): string {
  return internal ? '0' : fee;
}

/** How much: in the coin or in a currency, with what it costs, what arrives and what is left of the day. */
export function AmountStep({ coin, terms, destination, before, onWrite, onDone }: AmountStepProps) {
  const { t } = useTranslation();
  const decimals = Math.min(coin.decimals, terms.decimals);
  const settled = useSettled(before);
  const asked = { currency: coin.code, network: terms.network };
  const queryClient = useQueryClient();
  const { data: plain, error, isFetching, refetch } = useQuery(quoteQuery(asked));
  const valued = useQuery({
    ...quoteQuery({ ...asked, amount: settled }),
    enabled: isAmountWithin(settled, decimals),
  });
  // An amount that the server has nothing to say of takes nobody's form away.
  const quote = valued.data ?? plain;
  const problemOf = (amount: string, known: WithdrawalQuote) => {
    const fee = feeOf(destination, known.fee);
    return amountProblem(amount, {
      ...{ coin: coin.code, decimals, fee, quote: known, inOrders: coin.orders },
    });
  };
  const form = useForm({
    initial: { amount: before },
    check: ({ amount }) => {
      if (quote === undefined) return {};
      // The value is that of the amount which the quote was asked for.
      const isOfAmount = settled === amount && valued.data !== undefined && !valued.isPlaceholderData;
      const problem = problemOf(amount, isOfAmount ? quote : { ...quote, value: null });
      return problem === undefined ? {} : { amount: problem };
    },
    submit: async ({ amount }) => {
      // Whoever is quicker than the quote waits for it here; without one the server has the last word at the end.
      const known = await queryClient
        .fetchQuery({ ...quoteQuery({ ...asked, amount }), staleTime: freshMs })
        .catch(() => undefined);
      const problem = known === undefined ? undefined : problemOf(amount, known);
      if (problem !== undefined)
        return {
          fields: {
            amount: t([`errors.${problem.code}`, 'common.somethingWentWrong'], { ...problem.params }),
          },
        };
      onDone(amount);
      return undefined;
    },
  });
  if (quote === undefined) {
    return error === null ? (
      <Skeleton className="h-56" />
    ) : (
      <FailureState
        title={t('withdrawal.amount.unread')}
        error={error}
        retry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const fee = feeOf(destination, quote.fee);
  const { amount } = form.values;
  const field = form.choice('amount');
  const shown = { decimals: 18, trimZeros: true, unit: coin.code };
  const isAmount = isAmountWithin(amount, decimals);
  return (
    <Form form={form}>
      <CoinAmountField
        {...field}
        onValueChange={(value) => {
          field.onValueChange(value);
          onWrite(value);
        }}
        coin={coin.code}
        decimals={decimals}
        max={mostSendable(quote, destination.internal)}
        labelEnd={
          <span>
            {t('withdrawal.amount.available')}{' '}
            <PrivateAmount value={quote.available} {...shown} className="text-text" />
          </span>
        }
      />
      <dl aria-live="polite" className="divide-y divide-border/20">
        <ReceiptLine name={t('withdrawal.receipt.fee')} amount={fee} coin={coin.code} free />
        <ReceiptLine
          name={t('withdrawal.receipt.arrives')}
          amount={isAmount ? amount : undefined}
          coin={coin.code}
          strong
        />
        <ReceiptLine
          name={t('withdrawal.receipt.total')}
          amount={isAmount ? sumOf(amount, fee) : undefined}
          coin={coin.code}
        />
      </dl>
      <DayLimit coin={coin.code} quote={quote} />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('withdrawal.steps.next')}
      </Button>
    </Form>
  );
}
