/** A page's code that has not arrived after this long is not on its way any more. */
export const pageTimeLimitMs = 20_000;

/** The screen says so: the page loads itself again after one second. */
export const reloadDelayMs = 1_000;

/** Reloading by itself more often than this would only wear out a phone's battery. */
export const reloadsMax = 3;

export class PageTimeoutError extends Error {
  override readonly name = 'PageTimeoutError';
}

/** Rejects with `PageTimeoutError` when the work has not ended in time. */
export function withinTime<Value>(work: Promise<Value>, limitMs: number = pageTimeLimitMs): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PageTimeoutError('The page did not arrive in time.')), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
