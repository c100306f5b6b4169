/**
 * What guessing costs whoever guesses, and us. The tests on a database run with `testing/light-work-factors.ts` in its place: a third of their time would go into
 * hashes of which they ask nothing.
 */

/** Of Argon2id, the library's default, with the memory and passes that OWASP asks for. */
export const hashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Made at that cost from random bytes that nobody kept. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$1MR2rnaUMYdCW2YZS5/wiw$HiUAsiNh1nnzrPpD4NRaNqvCpws/s9/b4ix9EB0zKY8';

/** Half of it are tried on average: well below a second in a browser, and a cost to whoever wants thousands. */
export const puzzleNumberMax = 50_000;
