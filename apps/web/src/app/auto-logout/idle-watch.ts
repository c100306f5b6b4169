import { browserStorage, type KeyValueStore } from '#api/browser-storage.ts';

/** So long before the end it is announced. */
export const noticeMs = 30_000;

/** The moment is written no more often than this: a moving pointer would write all the time. */
const writeEveryMs = 2_000;
const checkEveryMs = 1_000;
const key = 'last_use';
const signsOfUse = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export interface IdleWatch {
  readonly timeoutMs: number;
  /** Called when the end is near, and again with false when somebody is there after all. */
  readonly onNear: (near: boolean) => void;
  readonly onOver: () => void;
  readonly storage?: KeyValueStore;
  readonly now?: () => number;
}

/**
 * Watches whether anybody uses the application, in this tab or another: they share one session. Whoever comes back to a
 * machine that slept finds that the time is over before their first movement counts.
 */
export function watchIdleness(watch: IdleWatch, events: EventTarget = window): () => void {
  const { timeoutMs, onNear, onOver, storage = browserStorage, now = Date.now } = watch;
  let near = false;
  let over = false;

  const lastUse = (): number => Number(storage.getItem(key)) || 0;

  function look(): void {
    const left = lastUse() + timeoutMs - now();
    if (left <= 0) {
      over = true;
      stop();
      onOver();
      return;
    }
    if (left <= noticeMs !== near) {
      near = !near;
      onNear(near);
    }
  }
  function use(): void {
    look();
    if (over || now() - lastUse() < writeEveryMs) return;
    storage.setItem(key, String(now()));
    look();
  }
  function stop(): void {
    clearInterval(timer);
    for (const sign of signsOfUse) events.removeEventListener(sign, use);
  }

  // The page was just loaded, or somebody just logged in: that is use.
  storage.setItem(key, String(now()));
  const timer = setInterval(look, checkEveryMs);
  for (const sign of signsOfUse) events.addEventListener(sign, use, { passive: true });
  return stop;
}
