import type { QueryExecutorProvider } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { type AttemptPolicy, readAttempts, takeAttempt } from './attempts.ts';

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
  const day = dayOf(platform);
  const counter = counterOf({ scope, subject, perDay }, day);
  const { failures, blockedSeconds } = await takeAttempt(db, platform, counter);
  if (blockedSeconds > 0) return undefined;
  return { isLast: failures >= perDay, dayEnds: new Date((day + 1) * dayMs) };
}

/** Whether a day's are used up; counts nothing. */
export async function isDayUsedUp(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'config'>,
  count: DayCount,
): Promise<boolean> {
  const { blockedSeconds } = await readAttempts(db, platform, counterOf(count, dayOf(platform)));
  return blockedSeconds > 0;
}

function dayOf({ clock }: Pick<Platform, 'clock'>): number {
  return Math.floor(clock.now().getTime() / dayMs);
}

function counterOf(
  { scope, subject, perDay }: DayCount,
  day: number,
): { policy: AttemptPolicy; subject: string } {
  const seconds = dayMs / 1_000;
  return {
    policy: {
      scope,
      freeFailures: perDay,
      blockSecondsMin: seconds,
      blockSecondsMax: seconds,
      forgetSeconds: seconds,
    },
    subject: `${subject} ${day}`,
  };
}
