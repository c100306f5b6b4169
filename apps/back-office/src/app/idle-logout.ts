import { texts } from '@emporion/i18n/texts';
import { rememberSessionEnd } from '@emporion/web/api/session-end.ts';
import { noticeMs, watchIdleness } from '@emporion/web/app/auto-logout/idle-watch.ts';
import { closeToast, showToast } from '@emporion/web/ui/toast/toast-store.ts';
import { useEffect } from 'react';
import { logOut } from './log-out.ts';
import { useMe } from './me.ts';

/** The server ends a session of staff after a rest; the page says so before, and leaves with it. */
export function IdleLogout(): null {
  const { idle_minutes } = useMe();
  useEffect(() => {
    let notice: number | undefined;
    const hide = (): void => {
      if (notice !== undefined) closeToast(notice);
      notice = undefined;
    };
    const stop = watchIdleness({
      timeoutMs: idle_minutes * 60_000,
      onNear(isNear) {
        hide();
        if (!isNear) return;
        const title = 'You will be logged out soon: nothing has been done here for a while.';
        notice = showToast({ type: 'warning', duration: noticeMs, title });
      },
      onOver: () => {
        rememberSessionEnd(texts.t('shell.autoLogout.over'));
        void logOut();
      },
    });
    return () => {
      hide();
      stop();
    };
  }, [idle_minutes]);
  return null;
}
