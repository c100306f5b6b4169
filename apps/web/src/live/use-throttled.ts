import { useEffect, useState } from 'react';
import type { LiveStore } from './live-store.ts';
import { createThrottle } from './throttle.ts';

/** What is read as words and not as movement: more often would only be noise, and each time the page is laid out anew. */
const intervalMs = 1_000;

/** What is picked of a store, at most once a second. `pick` must stay the same between drawings. */
export function useThrottled<State, Picked>(
  { subscribe, read }: Pick<LiveStore<State>, 'subscribe' | 'read'>,
  pick: (state: State) => Picked,
): Picked {
  const [picked, setPicked] = useState(() => pick(read()));
  useEffect(() => {
    const throttle = createThrottle(() => setPicked(() => pick(read())), intervalMs);
    const stop = subscribe(throttle.changed);
    throttle.changed();
    return () => {
      stop();
      throttle.stop();
    };
  }, [subscribe, read, pick]);
  return picked;
}
