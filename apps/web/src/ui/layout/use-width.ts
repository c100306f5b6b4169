import { useSyncExternalStore } from 'react';

/** Below this a page is one column; the same edge as `md` of the theme. */
const phone = '(width < 48rem)';
/** Below this there is no room for a wide table; the same edge as `lg` of the theme. */
const narrow = '(width < 64rem)';
/** From here on the panels can be arranged; the same edge as `xl` of the theme. */
const wide = '(width >= 90rem)';

function query(condition: string): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function' ? window.matchMedia(condition) : undefined;
}

function watch(condition: string) {
  return (listener: () => void): (() => void) => {
    const list = query(condition);
    list?.addEventListener('change', listener);
    return () => list?.removeEventListener('change', listener);
  };
}

const watchPhone = watch(phone);
const watchNarrow = watch(narrow);
const watchWide = watch(wide);

export function isPhone(): boolean {
  return query(phone)?.matches === true;
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(watchPhone, isPhone);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(watchNarrow, () => query(narrow)?.matches === true);
}

export function useIsWide(): boolean {
  return useSyncExternalStore(watchWide, () => query(wide)?.matches === true);
}
