/** Set by `npm run test:all`, which runs what is too long for every change. */
const runsAll = process.env.TEST_ALL === '1';

/**
 * How much a test does: as much as finds a fault at every change, or everything. What differs is only how often or in how
 * many combinations the same thing is asked.
 */
export function extent<Value>({ usual, all }: { usual: Value; all: Value }): Value {
  return runsAll ? all : usual;
}
