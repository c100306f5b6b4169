import type { Projections } from '#platform/projections.ts';
import { runHere } from '#runtime/followers/follower-thread.ts';
import { type FollowersOptions, startFollowers } from '#runtime/followers/start-followers.ts';

/** How long what nobody asks for is gathered. */
const gatherMs = 250;

/**
 * Followers that work when somebody waits for them, and otherwise a moment later for all that happened meanwhile. A transaction for every command, as
 * on a quiet exchange, was up to a fifth of what a file asked the database; the followers' own tests run them as the server does.
 */
export function startTestFollowers(options: Omit<FollowersOptions, 'task'>): Projections {
  let begin: () => void = () => undefined;
  let late: NodeJS.Timeout | undefined;
  const work = () => {
    if (late === undefined) return;
    clearTimeout(late);
    late = undefined;
    begin();
  };
  const projections = startFollowers({
    ...options,
    task: (followers, given) => {
      const runner = runHere(followers, given);
      begin = () => runner.wake();
      return {
        wake: () => {
          late ??= setTimeout(work, gatherMs);
        },
        stop: () => {
          clearTimeout(late);
          return runner.stop();
        },
      };
    },
  });
  return {
    ...projections,
    caughtUp: (...asked) => {
      work();
      return projections.caughtUp(...asked);
    },
  };
}
