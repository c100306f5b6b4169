import { numberEnd } from '@emporion/contracts/liabilities';
import { invariant, powerOfTen } from '@emporion/kernel';
import { RandomNumbers } from './random-numbers.ts';

/** What is owed to whom, all above zero. */
export interface Liabilities {
  readonly accounts: readonly string[];
  readonly amounts: readonly bigint[];
}

/** Amounts in a unit of 10 to the minus `decimals`, in which all of them together stay below 2^64. */
export interface Values {
  readonly decimals: number;
  readonly values: BigUint64Array;
  readonly total: bigint;
}

/** Rounds up to the finest unit that fits: the coin's own, unless there is too much of it. */
export function valuesOf(amounts: readonly bigint[], coinDecimals: number): Values {
  for (let decimals = coinDecimals; ; decimals -= 1) {
    const unit = powerOfTen(coinDecimals - decimals);
    let total = 0n;
    for (const amount of amounts) total += (amount + unit - 1n) / unit;
    if (total >= numberEnd) continue;
    const values = new BigUint64Array(amounts.length);
    for (const [at, amount] of amounts.entries()) values[at] = (amount + unit - 1n) / unit;
    return { decimals, values, total };
  }
}

/** Whose a leaf is that only fills the tree up. */
export const nobody = 0xffff_ffff;

/** The leaves in the order of the tree. */
export interface Leaves {
  /** By which account each leaf is held: its place among the accounts, or `nobody`. */
  readonly holders: Uint32Array;
  readonly values: BigUint64Array;
}

/** So often a balance is cut in two at most: nobody has more than 16 leaves. One more than once is only needed where most have a single unit. */
const cutsMax = 4;

/**
 * Cuts each balance into at least two parts at random, the largest parts once more, until the leaves are a power of two, and shuffles them: the file then shows
 * neither how much anybody has nor how many there are. What is one unit stays whole; where too much is, leaves of nothing fill the tree up.
 */
export function splitBalances(balances: BigUint64Array, random = new RandomNumbers()): Leaves {
  const count = balances.length;
  let size = 2;
  while (size < count * 2) size *= 2;
  const values = new BigUint64Array(size);
  const holders = new Uint32Array(size).fill(nobody);
  values.set(balances);
  for (let at = 0; at < count; at += 1) holders[at] = at;
  let used = cutAbove(1n, { values, holders, used: count, random });
  for (let cuts = 1; cuts < cutsMax && used < size; cuts += 1) {
    // As many of the largest as there is room for.
    const sorted = values.slice(0, used).sort();
    const bound = sorted[used * 2 - size - 1] ?? 1n;
    used = cutAbove(bound > 1n ? bound - 1n : 1n, { values, holders, used, random });
  }
  shuffle({ values, holders }, random);
  return { values, holders };
}

/** Cuts each part that is larger in two, while there is room. Answers with how many parts there are then. */
function cutAbove(
  bound: bigint,
  { values, holders, used: parts, random }: Leaves & { used: number; random: RandomNumbers },
): number {
  let used = parts;
  for (let at = 0; at < parts && used < values.length; at += 1) {
    const value = values[at] as bigint;
    if (value <= bound) continue;
    const part = random.belowBig(value - 1n) + 1n;
    values[at] = part;
    values[used] = value - part;
    holders[used] = holders[at] as number;
    used += 1;
  }
  return used;
}

function shuffle({ values, holders }: Leaves, random: RandomNumbers): void {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    const [value, holder] = [values[at] as bigint, holders[at] as number];
    values[at] = values[other] as bigint;
    holders[at] = holders[other] as number;
    values[other] = value;
    holders[other] = holder;
  }
}

/** The leaves of each account, one after another: those of account `a` stand from `starts[a]` up to before `starts[a + 1]`. */
export function leavesByHolder(
  { holders }: Leaves,
  count: number,
): { starts: Uint32Array; leaves: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const holder of holders) if (holder !== nobody) starts[holder + 1] = (starts[holder + 1] ?? 0) + 1;
  for (let at = 0; at < count; at += 1) starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number);
  const next = starts.slice();
  const leaves = new Uint32Array(starts[count] ?? 0);
  for (let leaf = 0; leaf < holders.length; leaf += 1) {
    const holder = holders[leaf] as number;
    if (holder === nobody) continue;
    const place = next[holder] as number;
    invariant(place < (starts[holder + 1] as number), 'an account has more leaves than were counted');
    leaves[place] = leaf;
    next[holder] = place + 1;
  }
  return { starts, leaves };
}
