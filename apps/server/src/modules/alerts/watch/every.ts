import type { Logger } from 'pino';

/** Does the work over and over, the next time a while after the last has ended, until it is stopped. What fails is logged and tried again. */
export function every(intervalMs: number, work: () => Promise<void>, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const wait = (): void => {
    if (!stopped) timer = setTimeout(() => void turn(), intervalMs);
  };
  const turn = (): Promise<void> =>
    work()
      .catch((err: unknown) => log.error({ err, part: 'alerts' }, 'Alerts were looked at late.'))
      .then(wait);
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
