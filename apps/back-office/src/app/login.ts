import { session } from '@emporion/web/api/session.ts';

/** Staff log in where everybody does, and come back. */
export function loginAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return `/account/login?redirectFrom=${encodeURIComponent(`${pathname}${search}`)}`;
}

export function goToLogin(): void {
  session.clear();
  window.location.assign(loginAddress(window.location));
}
