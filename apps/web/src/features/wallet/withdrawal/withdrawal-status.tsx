import type { Withdrawal } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#api/api.ts';
import { withdrawalEndpoints } from '#api/contract/withdrawals.ts';
import { type ApiFailure, hasCode } from '#api/failure.ts';
import { isDemo } from '#api/mode.ts';
import { balanceQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { ConfirmationDialog } from '#confirmation/confirmation-dialog.tsx';
import type { ConfirmationDialogProps } from '#confirmation/dialog-props.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ResendButton } from '#ui/code/resend-code.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { Countdown } from '../components/countdown.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { type ConfirmationPartProps, MailPart, OutboxLink } from './mail-part.tsx';
import { type Milestone, milestone } from './model/timeline.ts';
import { Receipt } from './receipt.tsx';
import { ReceiptLine } from './receipt-line.tsx';
import { Timeline } from './timeline.tsx';
import { isEnded, withdrawalQuery } from './withdrawal-calls.ts';

const looks: Readonly<Record<Milestone, { icon: IconName; tone: string }>> = {
  code: { icon: 'key-round', tone: 'text-accent' },
  mail: { icon: 'mail', tone: 'text-accent' },
  link: { icon: 'mail', tone: 'text-accent' },
  review: { icon: 'shield-check', tone: 'text-accent' },
  sending: { icon: 'send', tone: 'text-accent' },
  network: { icon: 'refresh-cw', tone: 'text-accent' },
  completed: { icon: 'circle-check', tone: 'text-buy' },
  cancelled: { icon: 'minus', tone: 'text-muted' },
  rejected: { icon: 'circle-x', tone: 'text-sell' },
  failed: { icon: 'circle-x', tone: 'text-sell' },
};

/** What each milestone says by itself; some reasons say more. */
const spokenReasons: ReadonlySet<string> = new Set([
  'withdrawals_disabled',
  'payouts_stopped',
  'payouts_frozen',
  'funds',
  'signer',
  'node',
  'network_fee',
  'new_address',
  'expired',
  'wrong_codes',
  'refused_by_recipient',
  'returned_by_bank',
]);

/** Some milestones are told otherwise of what stays here, and of what a bank carries out. */
function variantOf({ internal, holder }: Withdrawal, now: Milestone): 'internal' | 'bank' | 'text' {
  if (internal && now === 'completed') return 'internal';
  return holder !== null && (now === 'sending' || now === 'network' || now === 'completed') ? 'bank' : 'text';
}

function Heading({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation();
  const now = milestone(withdrawal);
  const { icon, tone } = looks[now];
  const { reason } = withdrawal;
  const sentence =
    reason !== null && spokenReasons.has(reason)
      ? t(`wallet.reasons.${reason}`)
      : t(`withdrawal.state.${now}.${variantOf(withdrawal, now)}`);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownRef = useRef<Milestone>(undefined);
  useEffect(() => {
    // What was pressed is gone, and this has taken its place; news from the socket is said and takes nobody's focus.
    if (shownRef.current === undefined) headingRef.current?.focus();
    shownRef.current = now;
  }, [now]);
  return (
    <div className="flex gap-3">
      <Icon name={icon} size={28} className={classNames('mt-0.5 flex-none', tone)} />
      <div className="min-w-0 flex-1" role="status">
        <h3 ref={headingRef} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t(`withdrawal.state.${now}.title`)}
        </h3>
        <p className="text-pretty text-muted">{sentence}</p>
      </div>
    </div>
  );
}

/** Asks for the code in its place on the page, and goes on by itself when it was right. It waits for nothing first: what stands below it would move under a finger. */
function CodePart({ id, confirmation, onChanged }: ConfirmationPartProps) {
  const { t } = useTranslation();
  const attempt: ConfirmationDialogProps['attempt'] = async (given): Promise<ApiFailure | undefined> => {
    const answer = await call(withdrawalEndpoints.confirm, { params: { id }, body: { confirmation: given } });
    // A wrong code may have been the last one that was allowed.
    await onChanged();
    if (answer.ok || hasCode(answer.failure, 'withdrawal_already_confirmed')) return undefined;
    return answer.failure;
  };
  return (
    <div className="flex flex-col gap-3 rounded-md border hairline p-4">
      <ConfirmationDialog
        action="withdrawal"
        ways={confirmation}
        attempt={attempt}
        rememberAs={id}
        sendCode={(method) => call(withdrawalEndpoints.sendCode, { params: { id }, body: { method } })}
      />
      <p className="text-xs text-muted">
        {t('withdrawal.code.expires')} <Countdown until={confirmation.expires} />
        {confirmation.attempts_left <= 2 && (
          <span className="block text-warn">
            {t('withdrawal.code.attempts', { count: confirmation.attempts_left })}
          </span>
        )}
      </p>
    </div>
  );
}

function LinkPart({ id, confirmation: { expires, resend_from }, onChanged }: ConfirmationPartProps) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const resend = async (): Promise<void> => {
    setSending(true);
    const answer = await call(withdrawalEndpoints.sendLink, { params: { id } });
    await onChanged();
    setSending(false);
    showToast(
      answer.ok
        ? { title: t('withdrawal.link.sent') }
        : { type: 'error', title: refusalOf(answer.failure, t).message },
    );
  };
  return (
    <div className="flex flex-col gap-2 rounded-md border hairline p-4">
      <p className="text-pretty">{t('withdrawal.link.text')}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-xs text-muted">
          {t('withdrawal.link.expires')} <Countdown until={expires} />
        </p>
        {resend_from !== undefined && (
          <ResendButton untilMs={Date.parse(resend_from)} sending={sending} onResend={() => void resend()} />
        )}
      </div>
      <OutboxLink />
    </div>
  );
}

function CancelButton({ withdrawal, onChanged }: { withdrawal: Withdrawal; onChanged(): Promise<void> }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const cancel = async (): Promise<void> => {
    setPending(true);
    const answer = await call(withdrawalEndpoints.cancel, { params: { id: withdrawal.id } });
    await onChanged();
    setPending(false);
    if (!answer.ok) showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
  };
  return (
    <Button variant="flat" color="red" className="-ml-3" loading={pending} onClick={() => void cancel()}>
      {t('withdrawal.cancel')}
    </Button>
  );
}

interface WithdrawalStatusProps {
  id: string;
  blockchains: Blockchains;
  explorers: Readonly<Record<string, string>>;
  onNew(): void;
}

/** How a withdrawal stands, live: what is missing from its owner, where it is, why it waits, and the way to call it off. */
export function WithdrawalStatus({ id, blockchains, explorers, onNew }: WithdrawalStatusProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: withdrawal, error, isFetching, refetch } = useQuery(withdrawalQuery(id));
  if (withdrawal === undefined) {
    return (
      <Card>
        {error === null ? (
          <Skeleton className="h-96" />
        ) : (
          <>
            <FailureState
              title={t('withdrawal.unread')}
              error={error}
              retry={() => void refetch()}
              retrying={isFetching}
            />
            <Button variant="flat" wide onClick={onNew}>
              {t('withdrawal.new')}
            </Button>
          </>
        )}
      </Card>
    );
  }
  const changed = async (): Promise<void> => {
    void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
    await refetch();
  };
  const { confirmation, hash, network, currency, status } = withdrawal;
  // Nothing was sent; a way with one station says no more than the heading.
  const isOver = status === 'cancelled' || status === 'failed';
  const explorer = explorers[network];
  return (
    <Card title={t('wallet.headings.withdrawal', { coin: currency })}>
      <div className="flex flex-col gap-5">
        <Heading withdrawal={withdrawal} />
        {confirmation?.one_mail && <MailPart id={id} confirmation={confirmation} onChanged={changed} />}
        {confirmation?.step === 'code' && !confirmation.one_mail && (
          <CodePart id={id} confirmation={confirmation} onChanged={changed} />
        )}
        {confirmation?.step === 'link' && (
          <LinkPart id={id} confirmation={confirmation} onChanged={changed} />
        )}
        {!isOver && <Timeline withdrawal={withdrawal} />}
        <Receipt payment={withdrawal} blockchains={blockchains} isVoid={isOver}>
          {hash !== null && (
            <ReceiptLine
              name={t(withdrawal.holder === null ? 'withdrawal.receipt.hash' : 'withdrawal.bank.number')}
            >
              <span className="font-mono text-xs break-all text-muted">{hash}</span>
              {explorer !== undefined && !isDemo() && (
                <a
                  href={`${explorer}${encodeURIComponent(hash)}`}
                  target="_blank"
                  rel="noreferrer"
                  className="block text-accent hover:underline"
                >
                  {t('wallet.explorer')}
                </a>
              )}
            </ReceiptLine>
          )}
        </Receipt>
        <div className="flex flex-wrap justify-between gap-2">
          {withdrawal.cancellable ? (
            <CancelButton withdrawal={withdrawal} onChanged={changed} />
          ) : (
            <LinkButton variant="flat" className="-ml-3" to={`/wallet/history/${currency}`}>
              {t('wallet.tabs.history')}
            </LinkButton>
          )}
          {(isEnded(withdrawal) || confirmation === null) && (
            <Button color="black" onClick={onNew}>
              {t('withdrawal.new')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
