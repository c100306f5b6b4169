import type { Logger } from 'pino';

/**
 * Runs the work over and over, so often, until it is stopped. After long work it rests for as long as that took, up to the interval, so that others have
 * their turn. Work that fails is logged and tried again.
 */
export function repeat(intervalMs: number, work: () => void | Promise<void>, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const turn = async (): Promise<void> => {
    const begin = performance.now();
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'repeated work failed, and is tried again');
    }
    const tookMs = performance.now() - begin;
    const restMs = Math.max(intervalMs - tookMs, Math.min(tookMs, intervalMs));
    if (!stopped) timer = setTimeout(() => void turn(), restMs);
  };
  timer = setTimeout(() => void turn(), intervalMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
