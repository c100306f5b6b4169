/** Decides who is killed and when. Drawn anew in each run; `KILL_SEED` repeats one. */
export const killSeed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9));

/** Whole numbers below the limit that depend on the seed alone. */
export function seededNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
