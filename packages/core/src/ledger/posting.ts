/** Where money of an account lies: free to use, or held for the reason named. */
export type Bucket = 'available' | 'orders' | 'withdrawals' | 'codes';

/** One line of a money movement. The postings of one event sum to zero per coin. */
export interface Posting {
  readonly account: string;
  readonly coin: string;
  readonly bucket: Bucket;
  /** In the coin's smallest unit; below zero for money that leaves the bucket. */
  readonly amount: bigint;
}

/** Money that moves from one bucket of an account to another of the same account. */
export interface InternalMove {
  readonly account: string;
  readonly coin: string;
  readonly from: Bucket;
  readonly to: Bucket;
  readonly amount: bigint;
}

const noPostings: readonly Posting[] = [];

export function moveWithin({ account, coin, from, to, amount }: InternalMove): readonly Posting[] {
  if (amount === 0n) return noPostings;
  return [
    { account, coin, bucket: from, amount: -amount },
    { account, coin, bucket: to, amount },
  ];
}

/** Whether the postings sum to zero in every coin, as those of every event must before it is written down. Asked for each of them: nearly all have one or two coins, which need no table. */
export function areBalanced(postings: readonly Posting[]): boolean {
  const [first, second] = postings;
  if (!first || !second) return postings.length === 0;
  // Money that moves within an account or between two: the most frequent case by far.
  if (postings.length === 2) return first.coin === second.coin && first.amount + second.amount === 0n;
  const { coin } = first;
  let other: string | undefined;
  let sum = 0n;
  let otherSum = 0n;
  for (const posting of postings) {
    if (posting.coin === coin) sum += posting.amount;
    else {
      other ??= posting.coin;
      if (posting.coin !== other) return unbalancedCoins(postings).length === 0;
      otherSum += posting.amount;
    }
  }
  return sum === 0n && otherSum === 0n;
}

/** The coins in which the postings do not sum to zero; none for every event that the core makes. */
export function unbalancedCoins(postings: readonly Posting[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { coin, amount } of postings) sums.set(coin, (sums.get(coin) ?? 0n) + amount);
  return [...sums].filter(([, sum]) => sum !== 0n).map(([coin]) => coin);
}
