/** Two clocks: the one on the wall, which people and networks set, and one that nobody can set, which only tells how long this process has run. */
export interface Clock {
  wallMs(): number;
  monotonicMs(): number;
}

export const systemClock: Clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
