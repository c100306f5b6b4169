import type { SessionInfo } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { countryText, momentText } from '../model/moments.ts';
import { sessionsQuery } from '../queries.ts';
import { useFeedback } from '../use-feedback.ts';
import { useDeviceText } from './use-device-text.ts';

type Session = z.infer<typeof SessionInfo>;

function isPhone(device: string): boolean {
  return /android|ios|iphone|ipad/i.test(device);
}

function SessionItem({ session, end }: { session: Session; end: () => Promise<void> }) {
  const { t, i18n } = useTranslation();
  const [ending, setEnding] = useState(false);
  const { address, place, created, last_used, current } = session;
  const device = useDeviceText()(session.device);
  const where = countryText(place, i18n.language) ?? t('settings.devices.placeUnknown');
  const press = async (): Promise<void> => {
    setEnding(true);
    await end();
    setEnding(false);
  };
  return (
    <li className="flex items-center gap-x-4 border-t hairline py-3 first:border-t-0">
      <Icon
        name={isPhone(session.device) ? 'smartphone' : 'monitor'}
        size={20}
        className="shrink-0 text-muted"
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {device}
          {current && <span className="ml-2 font-normal text-buy">{t('settings.devices.current')}</span>}
        </p>
        <p className="text-muted wrap-anywhere">{t('settings.devices.where', { place: where, address })}</p>
        <p className="text-xs text-muted">
          {t('settings.devices.times', {
            created: momentText(created, i18n.language),
            used: momentText(last_used, i18n.language),
          })}
        </p>
      </div>
      {!current && (
        <Button
          size="small"
          variant="flat"
          color="red"
          className="-mr-3 shrink-0"
          loading={ending}
          aria-label={t('settings.devices.endNamed', { device, address })}
          onClick={() => void press()}
        >
          {t('settings.devices.end')}
        </Button>
      )}
    </li>
  );
}

/** The way to end sessions; the list is read again afterwards, whatever came of it. */
function useEnding() {
  const { t } = useTranslation();
  const words = useFeedback();
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return {
    async end(id: string): Promise<void> {
      const answer = await call(settingsEndpoints.endSession, { params: { id } });
      if (answer.ok) showToast({ title: t('settings.devices.ended') });
      else words.complain(answer.failure);
      await reread();
    },
    async endOthers(): Promise<void> {
      const answer = await call(settingsEndpoints.endOtherSessions);
      if (answer.ok) showToast({ title: t('settings.devices.othersEnded', { count: answer.value.ended }) });
      else words.complain(answer.failure);
      await reread();
    },
  };
}

export function SessionList() {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery);
  const { end, endOthers } = useEnding();
  const sessions = [...(data?.sessions ?? [])].sort(
    (one, other) => Number(other.current) - Number(one.current),
  );
  const question = {
    title: t('settings.devices.othersTitle'),
    text: t('settings.devices.othersText'),
    confirm: t('settings.devices.endOthers'),
  };
  return (
    <div className="rounded-md bg-surface px-4 py-2">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-base font-semibold">{t('settings.devices.sessions')}</h3>
        {sessions.length > 1 && (
          <Button
            size="small"
            variant="flat"
            color="red"
            className="-mr-3"
            onClick={() => askFirst(question, () => void endOthers())}
          >
            {t('settings.devices.endOthers')}
          </Button>
        )}
      </div>
      {data === undefined && isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {data === undefined && !isError && <Skeleton className="my-3 h-16 w-full" />}
      <ul>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} end={() => end(session.id)} />
        ))}
      </ul>
    </div>
  );
}
