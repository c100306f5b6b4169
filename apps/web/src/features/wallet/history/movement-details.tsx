import type { MovementDetails as Details, Movement } from '@emporion/contracts/rest';
import { useEffect, useState } from 'react';
import { call } from '#api/api.ts';
import { movementEndpoints, unlistedCurrency } from '#api/contract/movements.ts';
import { ApiError, type ApiFailure } from '#api/failure.ts';
import { isDemo } from '#api/mode.ts';
import { tradingSocket } from '#live/live.ts';
import { AskLink } from '#ui/ask-link.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { ConfirmationProgress } from '../components/confirmation-progress.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { Notice } from '../components/notice.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { bankNetwork, networkName } from '../model/networks.ts';
import { usePrivacy } from '../model/privacy.ts';
import { Copied, Figure, Line } from './detail-lines.tsx';
import { ExchangeLines } from './exchange-lines.tsx';
import { MovementAmount, useUnit } from './movement-amount.tsx';
import { MovementTimeline } from './movement-timeline.tsx';
import { momentText, reasonText, stateName } from './movement-words.ts';

interface Reading {
  readonly movement: Movement;
  /** Undefined until they are here. */
  readonly details: Details | undefined;
  readonly failure: ApiFailure | null;
  readonly isReading: boolean;
  read(): void;
}

/** The dialog stands outside the page's cache, so it reads for itself, and again with every news of the wallet. */
function useDetails(first: Movement): Reading {
  const [details, setDetails] = useState<Details>();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [asked, setAsked] = useState(1);
  const [answered, setAnswered] = useState(0);
  useEffect(
    () =>
      tradingSocket.subscribe({ name: 'wallet_history', params: { page: 1 } }, () =>
        setAsked((before) => before + 1),
      ),
    [],
  );
  useEffect(() => {
    const stop = new AbortController();
    void call(movementEndpoints.read, { params: { id: first.id }, signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return;
      setAnswered(asked);
      setFailure(answer.ok ? null : answer.failure);
      if (answer.ok) setDetails(answer.value);
    });
    return () => stop.abort();
  }, [first.id, asked]);
  return {
    movement: details ?? first,
    details,
    failure: details === undefined ? failure : null,
    isReading: answered !== asked,
    read: () => setAsked((before) => before + 1),
  };
}

function TradeLines({ trade }: { trade: NonNullable<Movement['trade']> }) {
  const { t } = useTranslation();
  const [base = '', quote = ''] = trade.pair.split('-');
  return (
    <>
      <Line name={t('history.lines.pair')}>{trade.pair}</Line>
      <Line name={t('history.lines.side')}>{t(`history.side.${trade.operation}`)}</Line>
      <Figure name={t('history.lines.traded')} value={trade.quantity} coin={base} />
      <Line name={t('history.lines.price')}>
        <Amount value={trade.price} decimals={18} trimZeros unit={quote} />
      </Line>
      <Copied name={t('history.lines.order')} text={trade.order_id} />
      <Copied name={t('history.lines.trade')} text={trade.id} />
    </>
  );
}

/** The page of the order or the swap. */
function OrderLink({ movement }: { movement: Movement }) {
  const { t } = useTranslation();
  const { card_order: order, swap } = movement;
  if (order === null && swap === null) return null;
  const way = order === null ? `swap=${swap?.id}` : `tab=card&order=${order}`;
  return (
    <div className="flex justify-end">
      {/* The dialog stands outside the router: the page is opened anew. */}
      <a
        href={`/account/quick-swap?${way}`}
        className="inline-flex min-h-8 items-center gap-1 text-accent hover:underline"
      >
        {t(order === null ? 'history.openSwap' : 'history.openOrder')}
      </a>
    </div>
  );
}

/** Where the network has it. */
function NetworkLines({ movement, blockchains }: { movement: Movement; blockchains: Blockchains }) {
  const { t } = useTranslation();
  const {
    network,
    address,
    label,
    memo,
    hash,
    explorer,
    contract,
    internal,
    block_height: height,
  } = movement;
  const isBank = network === bankNetwork;
  return (
    <>
      {network !== null && (
        <Line name={t('wallet.network.label')}>
          {internal ? t('history.internal') : networkName(network, blockchains)}
        </Line>
      )}
      {contract !== null && <Copied name={t('history.lines.contract')} text={contract} isAddress />}
      {label !== null && (
        <Line name={t(address === null ? 'history.lines.account' : 'history.lines.label')}>{label}</Line>
      )}
      {address !== null && (
        <Copied name={t(isBank ? 'wallet.bank.account' : 'history.lines.address')} text={address} isAddress />
      )}
      {memo !== null && <Copied name={t(isBank ? 'wallet.bank.bic' : 'history.lines.memo')} text={memo} />}
      {hash !== null && (
        <Copied
          name={t(isBank ? 'wallet.bank.number' : 'history.lines.hash')}
          text={hash}
          isAddress={!isBank}
        />
      )}
      {height !== null && (
        <Line name={t('history.lines.block')}>
          <Amount value={String(height)} decimals={0} />
        </Line>
      )}
      {/* Nobody else can see the chains of a demo. */}
      {explorer !== null && !isDemo() && (
        <div className="flex justify-end">
          <a
            href={explorer}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-8 items-center gap-1 text-accent hover:underline"
          >
            {t('wallet.explorer')}
            <Icon name="external-link" size={14} />
          </a>
        </div>
      )}
    </>
  );
}

function Lines({ movement, blockchains }: { movement: Movement; blockchains: Blockchains }) {
  const { t } = useTranslation();
  const { type, amount, fee, change, balance, counterparty, hint, direction, trade, id } = movement;
  const { exchange, legs } = movement;
  const currency = useUnit(movement);
  const hidden = usePrivacy((state) => state.hidden);
  return (
    <dl className="flex flex-col">
      {exchange === null ? (
        <>
          <Figure name={t('history.lines.amount')} value={amount} coin={currency} />
          {movement.currency === unlistedCurrency && !hidden && (
            <Copied name={t('history.lines.units')} text={amount} />
          )}
          <Figure name={t('history.lines.fee')} value={fee} coin={currency} />
          <Line name={t('history.lines.change')}>
            <PrivateAmount value={change} plus decimals={18} trimZeros unit={currency} />
          </Line>
        </>
      ) : (
        <ExchangeLines exchange={exchange} legs={legs} />
      )}
      {balance !== null && exchange === null && (
        <Figure name={t('history.lines.balance')} value={balance} coin={currency} />
      )}
      {counterparty !== null && (
        <Line name={t(direction === 'in' ? 'history.lines.sender' : 'history.lines.recipient')}>
          {counterparty}
        </Line>
      )}
      {hint !== null &&
        (type === 'bank' ? (
          <Copied name={t('wallet.bank.reference')} text={hint} />
        ) : (
          <Line name={t('wallet.kinds.code')}>{t('history.hint', { hint })}</Line>
        ))}
      <OrderLink movement={movement} />
      {trade !== null && <TradeLines trade={trade} />}
      <NetworkLines movement={movement} blockchains={blockchains} />
      <Copied name={t('history.lines.id')} text={id} />
    </dl>
  );
}

interface MovementDetailsProps {
  movement: Movement;
  blockchains: Blockchains;
}

/** Everything about one movement. What the list knew is there at once, and the way that it took when it has been read. */
export function MovementDetails({ movement: first, blockchains }: MovementDetailsProps) {
  const { t, i18n } = useTranslation();
  const { movement, details, failure, isReading, read } = useDetails(first);
  const { status, currency, confirmations, confirmations_required: required } = movement;
  const reason = reasonText(movement, t);
  const isWithdrawal =
    movement.type === 'withdrawal' || (movement.type === 'bank' && movement.direction === 'out');
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <CoinLogo code={currency} size={40} />
        <div className="flex min-w-0 flex-col items-start">
          <MovementAmount movement={movement} className="text-lg font-semibold" align="start" />
          <p className="num text-xs text-muted">{momentText(movement.date, i18n.language, 'exact')}</p>
        </div>
        <StateBadge status={status} label={stateName(movement, t)} className="ml-auto" />
      </div>
      {reason !== '' && status !== 'completed' && (
        <Notice tone={status === 'pending' ? 'warn' : 'info'}>
          <p>{reason}</p>
        </Notice>
      )}
      {movement.unreadable !== undefined && (
        <Notice tone="warn">
          <p>{t('history.unreadable.details')}</p>
        </Notice>
      )}
      {status === 'confirming' && confirmations !== null && required !== null && required > 0 && (
        <ConfirmationProgress confirmations={confirmations} required={required} />
      )}
      <Lines movement={movement} blockchains={blockchains} />
      <section>
        <h3 className="mb-3 font-semibold">{t('history.timeline')}</h3>
        {failure !== null && (
          <FailureState
            title={t('history.unread.details')}
            error={new ApiError(failure)}
            retry={read}
            retrying={isReading}
          />
        )}
        {failure === null && details === undefined && <Skeleton className="h-16" />}
        {details !== undefined && (
          <MovementTimeline timeline={details.timeline} isBank={movement.type === 'bank'} />
        )}
      </section>
      {isWithdrawal && <AskLink about={`withdrawal:${movement.id}`} text={t('history.ask')} />}
    </div>
  );
}
