import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '#api/api.ts';
import { addressBookEndpoints } from '#api/contract/address-book.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { balanceQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { loadTexts } from '#language/i18n.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { walletKey } from '../api/queries.ts';
import { Countdown } from '../components/countdown.tsx';
import { FailureState } from '../components/failure-state.tsx';
import { useNow } from '../components/use-now.ts';
import { savedAddressesQuery, savedOnlyQuery } from './address-book.ts';
import { whenMoneyLeaves } from './when-money-leaves.ts';

/** On at once; off by a code and after the waiting time, which counts down and can be called off. */
export function SavedOnlySwitch() {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const titleId = useId();
  const [pending, setPending] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(savedOnlyQuery);
  const { data: saved } = useQuery(savedAddressesQuery);
  const endsMs = data?.ends ? Date.parse(data.ends) : 0;
  // Once it is over the server says so by itself; until it is asked again this page knows.
  const isOver = useNow(endsMs) >= endsMs && endsMs !== 0;
  const enabled = (data?.enabled ?? false) && !isOver;
  const ending = enabled && endsMs !== 0;

  const change = async (on: boolean): Promise<void> => {
    setPending(true);
    const answer = on
      ? await asOwnChange('security', () => call(addressBookEndpoints.turnOnOnly))
      : await withConfirmation('security', (confirmation) =>
          asOwnChange('security', () => call(addressBookEndpoints.turnOffOnly, { body: { confirmation } })),
        );
    setPending(false);
    if (answer.ok) {
      client.setQueryData(savedOnlyQuery.queryKey, answer.value);
      // Turning it on cancels withdrawals and codes, whose money is back.
      if (on) void client.invalidateQueries({ queryKey: walletKey });
      if (on) void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
    } else if (answer.failure.kind !== 'aborted') {
      await loadTexts('errors').catch(() => {});
      showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
    }
  };
  const turnOn = (): void =>
    askFirst(
      {
        title: t('withdrawal.addresses.only.askTitle'),
        text: `${whenMoneyLeaves(saved ?? [], { now: Date.now(), t, language: i18n.language })} ${t('withdrawal.addresses.only.askText')}`,
        confirm: t('withdrawal.addresses.only.turnOn'),
        color: 'blue',
      },
      () => void change(true),
    );
  const time = dateFormat(i18n.language, dateStyles.moment);
  const state = () => {
    if (ending) return t('withdrawal.addresses.only.ending', { time: time.format(endsMs) });
    return t(enabled ? 'withdrawal.addresses.only.on' : 'withdrawal.addresses.only.off');
  };
  return (
    <Card title={<span id={titleId}>{t('withdrawal.addresses.only.title')}</span>}>
      {data === undefined && error !== null && (
        <FailureState
          title={t('withdrawal.addresses.only.unread')}
          error={error}
          retry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data === undefined && error === null && <Skeleton className="h-24" />}
      {data !== undefined && (
        <div className="flex flex-col gap-3">
          <p className="text-pretty text-muted">{t('withdrawal.addresses.only.text')}</p>
          <p className="flex items-start gap-2" role="status">
            <Icon
              name={enabled ? 'shield-check' : 'circle-alert'}
              size={18}
              className={enabled ? 'flex-none text-buy' : 'flex-none text-muted'}
            />
            <span className="text-pretty">{state()}</span>
          </p>
          {ending && (
            <p className="text-warn">
              {t('withdrawal.addresses.only.left')} <Countdown until={new Date(endsMs).toISOString()} />
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {(!enabled || ending) && (
              <Button
                loading={pending}
                aria-describedby={titleId}
                onClick={ending ? () => void change(true) : turnOn}
              >
                {t(ending ? 'withdrawal.addresses.only.keep' : 'withdrawal.addresses.only.turnOn')}
              </Button>
            )}
            {enabled && !ending && (
              <Button
                color="black"
                loading={pending}
                aria-describedby={titleId}
                onClick={() => void change(false)}
              >
                {t('withdrawal.addresses.only.turnOff')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Card>
  );
}
