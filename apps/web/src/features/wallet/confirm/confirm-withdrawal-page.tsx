import type { Withdrawal } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '#api/api.ts';
import { withdrawalEndpoints } from '#api/contract/withdrawals.ts';
import { ApiError, hasCode } from '#api/failure.ts';
import { coinsQuery, valueOrThrow } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { walletKey } from '../api/queries.ts';
import { Countdown } from '../components/countdown.tsx';
import { useNow } from '../components/use-now.ts';
import { milestone } from '../withdrawal/model/timeline.ts';
import { Receipt } from '../withdrawal/receipt.tsx';

const tones = { plain: 'text-accent', good: 'text-buy', warn: 'text-warn', bad: 'text-sell' } as const;

interface HeadingProps {
  icon: IconName;
  tone: keyof typeof tones;
  title: string;
  lead?: ReactNode;
  /** It took the place of something else on the same page: the screen reader goes on here. */
  focused?: boolean | undefined;
}

function Heading({ icon, tone, title, lead, focused = false }: HeadingProps) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) titleRef.current?.focus();
  }, [focused]);
  return (
    <div className="flex flex-col gap-2">
      <Icon name={icon} size={32} className={tones[tone]} />
      <h1 ref={titleRef} tabIndex={-1} className="text-xl font-bold outline-none">
        {title}
      </h1>
      {lead !== undefined && <p className="text-base text-pretty text-muted">{lead}</p>}
    </div>
  );
}

/** Reads what the link confirms. Nothing happens by it: scanners of mails open every link. */
function useLinkedWithdrawal(token: string) {
  return useQuery({
    queryKey: [...walletKey, 'withdrawal-link', token],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(withdrawalEndpoints.readByLink, { body: { token }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

function ToWallet({ withdrawal }: { withdrawal?: Withdrawal | undefined }) {
  const { t } = useTranslation();
  return withdrawal === undefined ? (
    <LinkButton to="/wallet" size="big" wide color="black">
      {t('withdrawal.confirm.wallet')}
    </LinkButton>
  ) : (
    <LinkButton
      to={`/wallet/withdrawal/${withdrawal.currency}?id=${withdrawal.id}`}
      size="big"
      wide
      color="black"
    >
      {t('withdrawal.confirm.follow')}
    </LinkButton>
  );
}

interface WaitingProps {
  token: string;
  withdrawal: Withdrawal;
  expires: string;
  onDone(withdrawal: Withdrawal): void;
  /** The link was used, maybe by a press whose answer was lost: how it stands is to be read again. */
  onSpent(): void;
}

const spent = ['withdrawal_already_confirmed', 'withdrawal_already_cancelled'] as const;

/** What is confirmed, and the two presses that do something. */
function Waiting({ token, withdrawal, expires, onDone, onSpent }: WaitingProps) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<'confirm' | 'cancel'>();
  const [message, setMessage] = useState<string>();
  const blockchains = useQuery(coinsQuery).data?.commons.blockchain_definitions ?? {};
  const act = async (what: 'confirm' | 'cancel'): Promise<void> => {
    if (pending !== undefined) return;
    setPending(what);
    setMessage(undefined);
    const endpoint =
      what === 'confirm' ? withdrawalEndpoints.confirmByLink : withdrawalEndpoints.cancelByLink;
    const answer = await call(endpoint, { body: { token } });
    setPending(undefined);
    if (answer.ok) onDone(answer.value);
    else {
      setMessage(refusalOf(answer.failure, t).message);
      if (spent.some((code) => hasCode(answer.failure, code))) onSpent();
    }
  };
  return (
    <>
      <Heading
        icon="shield-check"
        tone="plain"
        title={t('withdrawal.confirm.title')}
        lead={t('withdrawal.confirm.lead')}
      />
      <FormMessage message={message} />
      <Receipt
        payment={withdrawal}
        blockchains={blockchains}
        confirmations={withdrawal.confirmations_required}
      />
      <div className="flex flex-col gap-2">
        <Button size="big" wide loading={pending === 'confirm'} onClick={() => void act('confirm')}>
          {t('withdrawal.confirm.submit')}
        </Button>
        <Button
          size="big"
          wide
          variant="flat"
          color="red"
          loading={pending === 'cancel'}
          onClick={() => void act('cancel')}
        >
          {t('withdrawal.cancel')}
        </Button>
      </div>
      <p className="text-center text-xs text-muted">
        {t('withdrawal.link.expires')} <Countdown until={expires} />
      </p>
    </>
  );
}

/** A link that was used already, or was pressed just now: how its withdrawal stands. */
function Standing({ withdrawal, focused }: { withdrawal: Withdrawal; focused: boolean }) {
  const { t } = useTranslation();
  const now = milestone(withdrawal);
  const ended = now === 'cancelled' || now === 'rejected' || now === 'failed';
  const isExpired = withdrawal.reason === 'expired';
  const text = () => {
    if (isExpired) return t('wallet.reasons.expired');
    return t(`withdrawal.state.${now}.${now === 'completed' && withdrawal.internal ? 'internal' : 'text'}`);
  };
  return (
    <>
      <Heading
        focused={focused}
        icon={ended ? 'circle-x' : 'circle-check'}
        tone={ended ? 'warn' : 'good'}
        title={
          ended || now === 'completed' ? t(`withdrawal.state.${now}.title`) : t('withdrawal.confirm.done')
        }
        lead={text()}
      />
      <ToWallet withdrawal={withdrawal} />
    </>
  );
}

function Spent({ icon = 'clock', title, lead }: { icon?: IconName; title: string; lead?: string }) {
  return (
    <>
      <div role="alert">
        <Heading icon={icon} tone="warn" title={title} lead={lead} />
      </div>
      <ToWallet />
    </>
  );
}

function Content({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useLinkedWithdrawal(token);
  const [done, setDone] = useState<Withdrawal>();
  const withdrawal = done ?? data;
  const expires = withdrawal?.confirmation?.expires ?? '';
  const expiresMs = expires === '' ? 0 : Date.parse(expires);
  const isLate = useNow(expiresMs) >= expiresMs;
  if (withdrawal === undefined) {
    if (error === null) return <Skeleton className="h-80" />;
    const failure = error instanceof ApiError ? error.failure : undefined;
    if (failure !== undefined && hasCode(failure, 'link_of_another_account'))
      return <Heading icon="lock" tone="warn" title={refusalOf(failure, t).message} />;
    if (failure?.kind === 'refused' && failure.status < 500 && failure.status !== 429)
      return <Spent title={t('withdrawal.confirm.spent.title')} lead={t('withdrawal.confirm.spent.text')} />;
    return (
      <>
        <div role="alert">
          <Heading
            icon="triangle-alert"
            tone="warn"
            title={t('common.somethingWentWrong')}
            lead={failure === undefined ? undefined : refusalOf(failure, t).message}
          />
        </div>
        <Button size="big" wide loading={isFetching} onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </>
    );
  }
  if (withdrawal.confirmation === null)
    return <Standing withdrawal={withdrawal} focused={done !== undefined} />;
  if (isLate)
    return <Spent title={t('withdrawal.confirm.expired.title')} lead={t('wallet.reasons.expired')} />;
  return (
    <Waiting
      token={token}
      withdrawal={withdrawal}
      expires={expires}
      onDone={setDone}
      onSpent={() => void refetch()}
    />
  );
}

/** The page that the link of a mail opens. It shows what is confirmed, and acts on a press alone. */
export function ConfirmWithdrawalPage() {
  const { token = '' } = useParams();
  return (
    <div className="flex flex-col gap-6">
      <Content key={token} token={token} />
    </div>
  );
}
