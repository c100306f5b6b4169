import type { Use } from '#platform/concurrency/shared.ts';
import type { Following, Subscriber } from '#realtime/index.ts';
import type { Broadcast } from './broadcast.ts';

/** A feed stays for so long after its last follower, so that coming and going does not read it anew each time. */
export const keptMs = 5_000;

/** Follows the broadcast of a shared feed, which is left with it. */
export function followShared(
  feed: Use<{ readonly broadcast: Broadcast }>,
  subscriber: Subscriber,
): Following {
  const { again, leave } = feed.value.broadcast.follow(subscriber);
  return {
    again,
    leave: () => {
      leave();
      feed.leave();
    },
  };
}
