import { texts } from '@emporion/i18n/texts';
import { session } from '@emporion/web/api/session.ts';
import { rememberSessionEnd } from '@emporion/web/api/session-end.ts';
import { forgetDrafts } from '#support/drafts.ts';

/** Staff log in where everybody does, and come back. */
export function loginAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return `/account/login?redirectFrom=${encodeURIComponent(`${pathname}${search}`)}`;
}

/** With `end`, the code of a refusal by which the session ended: the login page says it. */
export function goToLogin(end?: string): void {
  if (end !== undefined && texts.exists(`errors.${end}`)) rememberSessionEnd(texts.t(`errors.${end}`));
  session.clear();
  forgetDrafts();
  window.location.assign(loginAddress(window.location));
}
