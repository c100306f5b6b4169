import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { notificationChoiceEndpoints as endpoints } from '#api/contract/notification-choices.ts';
import { valueOrThrow } from '#api/queries.ts';
import { Button } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { SettingGroup, SettingRow } from '../rows/setting-row.tsx';
import { ownPushId, readPushState, turnPushOff, turnPushOn } from './push.ts';

/** What leads here from the column that needs it. */
export const pushRowId = 'browser-notifications';

const stateKey = ['user', 'push-state'] as const;
const browsersKey = ['user', 'push-browsers'] as const;

/** The browsers that are pushed to, and this one among them or not. */
export function useBrowsers() {
  return useQuery({
    queryKey: browsersKey,
    queryFn: async ({ signal }) => valueOrThrow(await call(endpoints.pushKey, { signal })),
  });
}

/** Other browsers that are pushed to: one that is lost is turned off from here. */
function OtherBrowsers() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const others = useBrowsers().data?.results.filter(({ id }) => id !== ownPushId()) ?? [];
  if (others.length === 0) return null;
  const remove = async (id: string): Promise<void> => {
    await call(endpoints.unsubscribe, { params: { id } });
    await client.invalidateQueries({ queryKey: browsersKey });
  };
  return (
    <div>
      <h4 className="text-muted">{t('settings.notifications.push.others')}</h4>
      <ul>
        {others.map(({ id, browser }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{browser}</span>
            <Button
              size="small"
              variant="flat"
              aria-label={t('settings.notifications.push.turnOffOther', { browser })}
              onClick={() => void remove(id)}
            >
              {t('settings.notifications.push.turnOff')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether this browser is pushed to, where it can be. */
export function PushRow() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data: own } = useQuery({ queryKey: stateKey, queryFn: readPushState });
  const { data: browsers } = useBrowsers();
  const key = browsers?.key;
  // One that the server has forgotten, as it does when somebody logs out there, is not pushed to.
  const isKnown = browsers?.results.some(({ id }) => id === ownPushId()) ?? false;
  const state = own === 'on' && !isKnown ? 'off' : own;
  const turn = async (): Promise<void> => {
    setBusy(true);
    try {
      if (state === 'on') await turnPushOff();
      else if (key !== undefined && !(await turnPushOn(key)) && Notification.permission === 'granted')
        throw new Error('The server did not take it.');
    } catch {
      showToast({ type: 'error', title: t('settings.notifications.push.failed') });
    }
    for (const queryKey of [stateKey, browsersKey]) await client.invalidateQueries({ queryKey });
    setBusy(false);
  };
  const words = state === 'unsupported' || state === 'blocked' ? state : 'text';
  return (
    <SettingGroup id={pushRowId}>
      <SettingRow
        title={t('settings.notifications.push.title')}
        description={t(`settings.notifications.push.${words}`)}
        value={state === 'on' ? t('settings.notifications.push.isOn') : undefined}
        end={
          (state === 'on' || state === 'off') && (
            <Button
              size="small"
              color={state === 'on' ? 'black' : 'blue'}
              loading={busy}
              onClick={() => void turn()}
            >
              {t(`settings.notifications.push.${state === 'on' ? 'turnOff' : 'turnOn'}`)}
            </Button>
          )
        }
      >
        <OtherBrowsers />
      </SettingRow>
    </SettingGroup>
  );
}
