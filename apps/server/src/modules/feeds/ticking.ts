import type { Logger } from 'pino';

/**
 * Runs the work over and over, the next time a while after the last has ended, until it is stopped. Work that fails is logged and tried
 * again: a feed that is late is better than none.
 */
export function everyMs(intervalMs: number, work: () => void | Promise<void>, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const turn = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, part: 'feeds' }, 'a feed was late');
    }
    if (!stopped) timer = setTimeout(() => void turn(), intervalMs);
  };
  timer = setTimeout(() => void turn(), intervalMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
