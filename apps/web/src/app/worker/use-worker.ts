import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { mayReload } from '../reload-count.ts';

/** Nobody waits for it, so it begins when the first page has long been drawn. */
const startAfterMs = 8_000;

const reloadPage = (): void => window.location.reload();

type Worker = typeof import('./start-worker.ts');

/**
 * Starts the worker. Once a newer build is served, the next change of page loads the whole application anew: pages of two builds are never mixed, and nobody
 * loses what they are writing.
 */
export function useWorker(reload = reloadPage): void {
  const { pathname } = useLocation();
  const worker = useRef<Worker>(null);
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    const timer = setTimeout(async () => {
      const started = await import('./start-worker.ts').catch(() => null);
      worker.current = started;
      await started?.startWorker();
    }, startAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (worker.current?.isOutdated() && mayReload()) reload();
  }, [pathname, reload]);
}
