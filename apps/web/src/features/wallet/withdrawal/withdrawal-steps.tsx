import type { Withdrawal } from '@emporion/contracts/rest';
import { useState } from 'react';
import type { CoinState } from '#live/coin-state.ts';
import { Amount } from '#ui/number/amount.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { AddressText } from '../components/address-text.tsx';
import { networkName } from '../model/networks.ts';
import { AmountStep } from './amount-step.tsx';
import { type Destination, DestinationStep } from './destination-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { Step } from './step.tsx';

interface WithdrawalStepsProps {
  coin: CoinState;
  blockchains: Blockchains;
  onRequested(withdrawal: Withdrawal): void;
}

type StepName = 'to' | 'amount' | 'review';

const order: readonly StepName[] = ['to', 'amount', 'review'];

/** Three calm steps: where to, how much, check and confirm. */
export function WithdrawalSteps({ coin, blockchains, onRequested }: WithdrawalStepsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<StepName>('to');
  const [destination, setDestination] = useState<Destination>();
  const [amount, setAmount] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const terms = coin.networks.find(({ network }) => network === destination?.network);
  const stateOf = (name: StepName) => {
    if (name === open) return 'open';
    return order.indexOf(name) < order.indexOf(open) ? 'done' : 'ahead';
  };
  /** Other words are another withdrawal. */
  const goTo = (name: StepName): void => {
    setOpen(name);
    setClientId(crypto.randomUUID());
  };
  const chooseDestination = (chosen: Destination, scanned: string | undefined): void => {
    setDestination(chosen);
    setRefusal(undefined);
    if (scanned !== undefined && amount === '') setAmount(scanned);
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
            onDone={(chosen) => {
              setAmount(chosen);
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
            onRequested={onRequested}
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
