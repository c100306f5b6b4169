/** Stands in for `work-factors.ts` in the tests on a database (vitest.config.ts): the same work, as little of it as the algorithms allow. */
export const hashingCost = { memoryCost: 64, timeCost: 1, parallelism: 1 } as const;

export const dummyHash =
  '$argon2id$v=19$m=64,t=1,p=1$4zrCumXsaV+K3eKLF1ffpg$nF8h3zXQ+25a9CTR/aWQiMlrwy4CFbIe4SFaan5Y21A';

export const puzzleNumberMax = 500;
