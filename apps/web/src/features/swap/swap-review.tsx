import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { swapEndpoints } from '#api/contract/swap.ts';
import { balanceQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { useArrival } from '#ui/form/use-arrival.ts';
import { formatMoney } from '#ui/number/format-number.ts';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { QuoteClock, QuoteDetails } from './quote-details.tsx';
import { type Draft, exceeds } from './swap-draft.ts';
import type { Swap } from './swap-form.tsx';
import { type Quote, swapKey } from './swap-queries.ts';

interface SwapReviewProps {
  draft: Draft;
  quote: Quote;
  onRenew(): void;
  onBack(): void;
  onDone(swap: Swap): void;
}

/** The last look. The quote goes on being renewed: what is pressed is what is shown. */
export function SwapReview({ draft, quote, onRenew, onBack, onDone }: SwapReviewProps) {
  const { t } = useTranslation();
  useArea('errors');
  const client = useQueryClient();
  const headingRef = useArrival();
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  const { from, to } = draft;
  const swap = async (): Promise<void> => {
    if (quote.id === null) return;
    setPending(true);
    setMessage(undefined);
    const answer = await call(swapEndpoints.acceptQuote, { body: { quote: quote.id } });
    setPending(false);
    if (answer.ok) {
      onDone(answer.value);
      void client.invalidateQueries({ queryKey: [...swapKey, 'done'] });
      void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
      return;
    }
    if (answer.failure.kind === 'aborted') return;
    const said = refusalOf(answer.failure, t).message;
    setMessage(answer.failure.kind === 'refused' ? said : `${said} ${t('swap.unsure')}`);
    onRenew();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 ref={headingRef} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t('swap.reviewTitle')}
        </h3>
        <QuoteClock untilMs={quote.untilMs} />
      </div>
      <FormMessage message={message} />
      <p className="num text-center text-lg font-semibold text-pretty">
        {t('swap.reviewText', {
          give: formatMoney(quote.give, from),
          receive: formatMoney(quote.receive, to),
        })}
      </p>
      {draft.side === 'give' && exceeds(draft.amount, quote.give) && (
        <p className="text-center text-xs text-pretty text-muted">
          {t('swap.rounded', {
            amount: formatMoney(draft.amount, from),
            give: formatMoney(quote.give, from),
          })}
        </p>
      )}
      <QuoteDetails from={from} to={to} quote={quote} />
      <Button size="big" wide loading={pending} onClick={() => void swap()}>
        {t('swap.confirm')}
      </Button>
      <Button variant="flat" wide onClick={onBack}>
        {t('swap.back')}
      </Button>
    </div>
  );
}
