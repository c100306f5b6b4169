import type { Withdrawal } from '@emporion/contracts/rest';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CoinState } from '#live/coin-state.ts';
import { Amount } from '#ui/number/amount.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { AddressText } from '../components/address-text.tsx';
import { networkName } from '../model/networks.ts';
import { AmountStep } from './amount-step.tsx';
import { type Destination, DestinationStep } from './destination-step.tsx';
import {
  forgetWithdrawalDraft,
  keepWithdrawalDraft,
  readWithdrawalDraft,
  type WithdrawalDraft,
} from './model/draft.ts';
import { ReviewStep } from './review-step.tsx';
import { Step } from './step.tsx';

interface WithdrawalStepsProps {
  coin: CoinState;
  blockchains: Blockchains;
  onRequested(withdrawal: Withdrawal): void;
}

type StepName = 'to' | 'amount' | 'review';

const order: readonly StepName[] = ['to', 'amount', 'review'];

/** The step that the address bar names, or the last one before it for which everything is there. */
function openStep(named: string | null, { destination, amount }: WithdrawalDraft): StepName {
  if (destination === undefined || (named !== 'amount' && named !== 'review')) return 'to';
  return named === 'review' && !/[1-9]/.test(amount) ? 'amount' : named;
}

/** The draft, kept at every change. */
function useWithdrawalDraft(coin: string) {
  const [draft, setDraft] = useState(() => readWithdrawalDraft(coin));
  const change = (more: Partial<WithdrawalDraft>): void =>
    setDraft((before) => {
      // Other words are another withdrawal.
      const next = { ...before, ...more, clientId: crypto.randomUUID() };
      keepWithdrawalDraft(coin, next);
      return next;
    });
  return [draft, change] as const;
}

/** Three calm steps: recipient, amount, review. Each has a place in the browser's history, and a reload loses nothing. */
export function WithdrawalSteps({ coin, blockchains, onRequested }: WithdrawalStepsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const [draft, change] = useWithdrawalDraft(coin.code);
  const [refusal, setRefusal] = useState<string>();
  const { destination, amount, clientId } = draft;
  const open = openStep(search.get('step'), draft);
  const terms = coin.networks.find(({ network }) => network === destination?.network);
  const stateOf = (name: StepName) => {
    if (name === open) return 'open';
    return order.indexOf(name) < order.indexOf(open) ? 'done' : 'ahead';
  };
  const goTo = (name: StepName): void => setSearch(name === 'to' ? {} : { step: name });
  const chooseDestination = (chosen: Destination, scanned: string | undefined): void => {
    change({ destination: chosen, ...(scanned !== undefined && amount === '' && { amount: scanned }) });
    setRefusal(undefined);
    goTo('amount');
  };
  return (
    <ol aria-label={t('withdrawal.steps.label')}>
      <Step
        number={1}
        title={t('withdrawal.steps.to')}
        state={stateOf('to')}
        onChange={() => goTo('to')}
        summary={
          destination !== undefined && (
            <p className="truncate">
              {destination.label !== undefined && (
                <span className="font-semibold">{`${destination.label} · `}</span>
              )}
              <AddressText value={destination.address} short className="text-muted" />
              <span className="text-muted">{` · ${destination.holder ?? networkName(destination.network, blockchains)}`}</span>
            </p>
          )
        }
      >
        <DestinationStep
          coin={coin}
          blockchains={blockchains}
          before={destination}
          written={draft.written}
          onWrite={(written) => change({ written })}
          refused={refusal === undefined ? undefined : { message: refusal }}
          onDone={chooseDestination}
        />
      </Step>
      <Step
        number={2}
        title={t('withdrawal.steps.amount')}
        state={stateOf('amount')}
        onChange={() => goTo('amount')}
        summary={<Amount value={amount} decimals={18} trimZeros unit={coin.code} className="font-semibold" />}
      >
        {destination !== undefined && terms !== undefined && (
          <AmountStep
            coin={coin}
            terms={terms}
            destination={destination}
            before={amount}
            onWrite={(written) => change({ amount: written })}
            onDone={(chosen) => {
              change({ amount: chosen });
              goTo('review');
            }}
          />
        )}
      </Step>
      <Step number={3} title={t('withdrawal.steps.review')} state={stateOf('review')}>
        {destination !== undefined && terms !== undefined && (
          <ReviewStep
            coin={coin}
            terms={terms}
            blockchains={blockchains}
            destination={destination}
            amount={amount}
            clientId={clientId}
            onRequested={(made) => {
              forgetWithdrawalDraft();
              onRequested(made);
            }}
            onDestinationRefused={(message) => {
              setRefusal(message);
              goTo('to');
            }}
          />
        )}
      </Step>
    </ol>
  );
}
