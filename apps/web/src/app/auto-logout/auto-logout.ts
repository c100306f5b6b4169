import { texts } from '@emporion/i18n/texts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileQuery } from '#api/queries.ts';
import { rememberSessionEnd } from '#api/session-end.ts';
import { closeToast, showToast } from '#ui/toast/toast-store.ts';
import { logOut } from '../logout/log-out.ts';
import { basePath } from '../routing/base-path.ts';
import { loginPath } from '../routing/paths.ts';
import { noticeMs, watchIdleness } from './idle-watch.ts';

/** Logs out and leads to the login page, from where the way leads back. */
function leave(): void {
  const { pathname, search, hash } = window.location;
  const here = `${pathname.slice(basePath.length)}${search}${hash}`;
  rememberSessionEnd(texts.t('shell.autoLogout.over'));
  void logOut(() => window.location.assign(`${basePath}${loginPath(here)}`));
}

/** Ends the session after the time without use that the user has chosen. 0 means never. */
export function AutoLogout(): null {
  const seconds = useQuery(profileQuery).data?.auto_logout_timeout ?? 0;
  useEffect(() => {
    if (seconds === 0) return;
    let notice: number | undefined;
    const hide = (): void => {
      if (notice !== undefined) closeToast(notice);
      notice = undefined;
    };
    const onNear = (near: boolean): void => {
      hide();
      if (!near) return;
      const title = texts.t('shell.autoLogout.soon');
      notice = showToast({ type: 'warning', duration: noticeMs, title });
    };
    const stop = watchIdleness({ timeoutMs: seconds * 1_000, onNear, onOver: leave });
    return () => {
      hide();
      stop();
    };
  }, [seconds]);
  return null;
}
