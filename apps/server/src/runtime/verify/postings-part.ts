import { buckets } from './buckets.ts';
import { count, type Finding, few, type Moment, type VerifyPart } from './verify-part.ts';

/**
 * Double entry: the postings of every event sum to zero per coin, and all of them together are the balances that the exchange has. This
 * adds up the journal without the core.
 */
export function postingsPart(): VerifyPart {
  const balances = new Map<string, bigint>();
  const problems: string[] = [];
  let postings = 0;
  return {
    name: 'Postings',
    onBatch: ({ number, events }) => {
      for (const event of events) {
        if (!('postings' in event)) continue;
        const sums = new Map<string, bigint>();
        for (const { account, coin, bucket, amount } of event.postings) {
          const key = `${account} ${coin} ${bucket}`;
          balances.set(key, (balances.get(key) ?? 0n) + amount);
          sums.set(coin, (sums.get(coin) ?? 0n) + amount);
          postings += 1;
        }
        for (const [coin, sum] of sums)
          if (sum !== 0n) problems.push(`${event.kind} in batch ${number} makes ${sum} of ${coin}.`);
      }
    },
    run: (moment) => {
      problems.push(...differences(balances, moment));
      const summary = `${count(postings, 'posting')}, zero per event and coin, equal to the balances`;
      return { summary, problems: few(problems) } satisfies Finding;
    },
  };
}

function differences(balances: ReadonlyMap<string, bigint>, { exchange }: Moment): string[] {
  const problems: string[] = [];
  const unseen = new Set(balances.keys());
  for (const [account, wallet] of exchange.ledger.wallets) {
    for (const [coin, balance] of wallet.balances) {
      for (const bucket of buckets) {
        const key = `${account} ${coin} ${bucket}`;
        unseen.delete(key);
        const posted = balances.get(key) ?? 0n;
        if (posted !== balance[bucket])
          problems.push(`${key} is ${balance[bucket]}, but its postings sum to ${posted}.`);
      }
    }
  }
  for (const key of unseen) problems.push(`${key} has postings, but no balance.`);
  return problems;
}
