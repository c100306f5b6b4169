import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { takeAttempt } from './attempts.ts';

const dayMs = 86_400_000;

export interface DayCount {
  /** What is counted, such as `owner:mail`. */
  readonly scope: string;
  readonly subject: string;
  readonly perDay: number;
}

export interface Counted {
  readonly isLast: boolean;
  readonly dayEnds: Date;
}

/** Counts one of so many in a day of UTC; undefined when they are used up. Each day has a counter of its own. */
export async function takeOfDay(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'config'>,
  { scope, subject, perDay }: DayCount,
): Promise<Counted | undefined> {
  const day = Math.floor(platform.clock.now().getTime() / dayMs);
  const seconds = dayMs / 1_000;
  const { failures, blockedSeconds } = await takeAttempt(db, platform, {
    policy: {
      scope,
      freeFailures: perDay,
      blockSecondsMin: seconds,
      blockSecondsMax: seconds,
      forgetSeconds: seconds,
    },
    subject: `${subject} ${day}`,
  });
  if (blockedSeconds > 0) return undefined;
  return { isLast: failures >= perDay, dayEnds: new Date((day + 1) * dayMs) };
}
