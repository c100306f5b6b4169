import type { SwapRecord } from '@emporion/contracts/rest';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod/mini';
import { slippageDefault } from '#api/contract/swap.ts';
import { messageOf } from '#api/refusal-of.ts';
import { useIsLoggedIn } from '#api/session.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { CoinAmount } from './coin-amount.tsx';
import { QuoteClock, QuoteDetails } from './quote-details.tsx';
import { addressOf, type Draft, draftOf, exceeds, flipped, withCoin } from './swap-draft.ts';
import { type LiveQuote, useQuote } from './swap-queries.ts';

export type Swap = z.output<typeof SwapRecord>;

const slippageText = (value: string) => inPercent(formatNumber(value, { trimZeros: true }));
const slippages = ['0.1', slippageDefault, '1', '3'] as const;

export function Available({ coin, onMax }: { coin: CoinState; onMax(): void }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2">
      <Amount value={coin.actual} decimals={coin.decimals} trimZeros unit={coin.code} />
      <button type="button" className="-my-2 py-2 font-semibold text-accent" onClick={onMax}>
        {t('swap.max')}
      </button>
    </span>
  );
}

function Slippage({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation();
  return (
    <details className="group text-xs">
      <summary className="flex min-h-8 cursor-pointer items-center justify-between text-muted max-md:min-h-11">
        {t('swap.slippage')}
        <span className="num flex items-center gap-1 text-text">
          {slippageText(value)}
          <Icon name="chevron-down" size={14} className="text-muted group-open:rotate-180" />
        </span>
      </summary>
      <p className="mb-2 text-pretty text-muted">{t('swap.slippageHint')}</p>
      <SegmentedControl
        label={t('swap.slippage')}
        segments={slippages.map((each) => ({ value: each, label: slippageText(each) }))}
        value={value}
        onValueChange={onChange}
      />
    </details>
  );
}

function QuoteProblem({ error }: { error: Error }) {
  const { t } = useTranslation();
  useArea('errors');
  const said = messageOf(error, t);
  return (
    <p role="alert" className="flex gap-2 text-pretty text-sell">
      <Icon name="circle-alert" size={16} className="mt-0.5 flex-none" />
      {said}
    </p>
  );
}

/** Who has too little is told that alone: the amount will be another one. */
function QuoteShown({ draft, live, isShort }: { draft: Draft; live: LiveQuote; isShort: boolean }) {
  const { t } = useTranslation();
  const { quote, error, isPending } = live;
  if (error !== null) return isShort ? null : <QuoteProblem error={error} />;
  if (isPending && quote === undefined) return <Skeleton className="h-52 md:h-48" />;
  if (quote === undefined) {
    return (
      <p className="flex h-52 items-center justify-center rounded-md bg-raised/40 px-4 text-center text-pretty text-muted md:h-48">
        {t('swap.writeAmount')}
      </p>
    );
  }
  return (
    <div className={isPending ? 'opacity-60' : undefined}>
      <div className="flex justify-end">
        <QuoteClock untilMs={quote.untilMs} />
      </div>
      <QuoteDetails from={draft.from} to={draft.to} quote={quote} />
    </div>
  );
}

/** As high as a quote, so that the button stays where it is while one comes and goes. */
function QuotePanel(props: { draft: Draft; live: LiveQuote; isShort: boolean }) {
  return (
    <div className="min-h-52 md:min-h-48">
      <QuoteShown {...props} />
    </div>
  );
}

interface SubmitProps {
  draft: Draft;
  live: LiveQuote;
  isShort: boolean;
  onReview(): void;
}

/** A visitor is led to login and back to the filled form. */
function Submit({ draft, live, isShort, onReview }: SubmitProps) {
  const { t } = useTranslation();
  const loggedIn = useIsLoggedIn();
  if (!loggedIn) {
    const query = new URLSearchParams({ redirectFrom: `/quick-swap?${addressOf(draft)}` });
    return (
      <LinkButton to={`/login?${query}`} size="big" wide>
        {t('swap.logIn')}
      </LinkButton>
    );
  }
  if (isShort)
    return (
      <LinkButton to={`/wallet/deposit/${draft.from}`} size="big" wide color="black">
        {t('swap.deposit', { coin: draft.from })}
      </LinkButton>
    );
  return (
    <Button
      size="big"
      wide
      loading={live.isPending}
      disabled={live.quote === undefined && !live.isPending}
      onClick={onReview}
    >
      {t('swap.review')}
    </Button>
  );
}

/** A quote that was accepted is over: accepted once more, it would answer with the swap of before, as if there had been another. */
function withoutSpent(live: LiveQuote, spent: string | null): LiveQuote {
  if (spent === null || live.quote?.id !== spent) return live;
  return { ...live, quote: undefined, isPending: true };
}

/** What follows the form is fetched when somebody goes on to it. */
const review = lazyPart(
  async () => (await import('./swap-review.tsx')).SwapReview,
  <Skeleton className="h-96" />,
);

const receipt = lazyPart(
  async () => (await import('./swap-done.tsx')).SwapDone,
  <Skeleton className="h-72" />,
);

function toReview(setStep: (step: 'review') => void): void {
  setStep('review');
  receipt.load().catch(() => undefined);
}

/** What leaves and what arrives, either of them written; then a last look; then it is done. */
export function SwapForm({ coins }: { coins: readonly CoinState[] }) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const [draft, setDraft] = useState(() => draftOf(address, coins));
  const [slippage, setSlippage] = useState<string>(slippageDefault);
  const [step, setStep] = useState<'write' | 'review'>('write');
  const [done, setDone] = useState<Swap>();
  const loggedIn = useIsLoggedIn();
  const [spent, setSpent] = useState<string | null>(null);
  const live = withoutSpent(useQuote({ ...draft, slippage }), spent);
  const change = (next: Draft): void => {
    setDraft(next);
    setAddress(addressOf(next), { replace: true });
  };
  const [from, to] = [draft.from, draft.to].map((code) => coins.find((coin) => coin.code === code));
  if (from === undefined || to === undefined) return null;
  if (done !== undefined)
    return (
      <receipt.Part
        swap={done}
        onNew={() => {
          change({ ...draft, side: 'give', amount: '' });
          live.renew();
          setDone(undefined);
          setStep('write');
        }}
      />
    );
  if (step === 'review' && live.quote !== undefined)
    return (
      <review.Part
        draft={draft}
        quote={live.quote}
        onRenew={live.renew}
        onBack={() => setStep('write')}
        onDone={(swap) => {
          setSpent(live.quote?.id ?? null);
          setDone(swap);
        }}
      />
    );
  const give = draft.side === 'give' ? draft.amount : (live.quote?.give ?? '');
  const receive = draft.side === 'receive' ? draft.amount : (live.quote?.receive ?? '');
  const isShort = loggedIn && give !== '' && exceeds(give, from.actual);
  return (
    <div className="flex flex-col gap-4">
      <CoinAmount
        label={t('swap.give')}
        coins={coins}
        coin={from}
        amount={give}
        onCoin={(code) => change(withCoin(draft, 'from', code))}
        onAmount={(amount) => change({ ...draft, side: 'give', amount })}
        isPending={draft.side === 'receive' && live.isPending}
        labelEnd={
          loggedIn && (
            <Available coin={from} onMax={() => change({ ...draft, side: 'give', amount: from.actual })} />
          )
        }
        error={isShort ? t('swap.short', { coin: from.code }) : undefined}
      />
      <Button
        variant="flat"
        className="-my-3 self-center rounded-full border border-border/40"
        aria-label={t('swap.flip')}
        onClick={() => change(flipped(draft))}
      >
        <Icon name="arrow-down" size={18} />
      </Button>
      <CoinAmount
        label={t('swap.receive')}
        coins={coins}
        coin={to}
        amount={receive}
        onCoin={(code) => change(withCoin(draft, 'to', code))}
        onAmount={(amount) => change({ ...draft, side: 'receive', amount })}
        isPending={draft.side === 'give' && live.isPending}
      />
      <QuotePanel draft={draft} live={live} isShort={isShort} />
      <Slippage value={slippage} onChange={setSlippage} />
      <Submit draft={draft} live={live} isShort={isShort} onReview={() => toReview(setStep)} />
    </div>
  );
}
