import { useEffect } from 'react';
import { askStatus } from '#live/server-status.ts';
import { mayReload } from '../reload-count.ts';

const firstPauseMs = 3_000;
const longestPauseMs = 30_000;

const isServerThere = (): Promise<boolean> =>
  askStatus().then(
    ({ status }) => status < 500,
    () => false,
  );

/**
 * Loads the page again once a server that could not be reached answers again. Where it answers at once, the page has
 * failed for another reason and would fail again.
 */
export function useReloadOnReturn(reload: () => void): void {
  useEffect(() => {
    let pauseMs = firstPauseMs;
    let wasAway = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const ask = async (): Promise<void> => {
      const there = await isServerThere();
      if (left) return;
      if (there) {
        if (wasAway && mayReload()) reload();
        return;
      }
      wasAway = true;
      timer = setTimeout(() => void ask(), pauseMs);
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
    };
    void ask();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [reload]);
}
