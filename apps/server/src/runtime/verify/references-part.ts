import { createHash } from 'node:crypto';
import type { MoneyCause, MoneyMoved } from '@emporion/core';
import { count, few, type VerifyPart } from './verify-part.ts';

/** What brings money to an account: each of them once for a reference. */
const creditingCauses: ReadonlySet<MoneyCause> = new Set<MoneyCause>([
  'deposit',
  'payout_returned',
  'transfer',
  'adjustment',
  'bonus',
]);

interface Reversal {
  readonly event: number;
  readonly amount: bigint;
}

/**
 * No reference was credited twice by the same cause; a deposit may be once more after reversals have taken back all of it. A reference stands here as eight
 * bytes of its SHA-256, so that tens of millions fit into memory; with that many, two different ones look alike once in a hundred thousand journals.
 */
export function referencesPart(): VerifyPart {
  const credits = new Credits();
  const reversals = new Map<bigint, Reversal[]>();
  return {
    name: 'References',
    onBatch: ({ events, firstEvent }) => {
      let key = '';
      for (const [index, event] of events.entries()) {
        if (event.kind === 'CommandAccepted') key = event.key;
        if (event.kind !== 'MoneyMoved') continue;
        // Before movements had a reference, the key of the command named what was credited.
        const reference = event.reference || key;
        const moved = { event: firstEvent + index, amount: broughtBy(event) };
        if (creditingCauses.has(event.cause)) credits.add(fingerprintOf(event.cause, reference), moved);
        if (event.cause !== 'reversal') continue;
        const fingerprint = fingerprintOf('deposit', reference);
        reversals.set(fingerprint, [...(reversals.get(fingerprint) ?? []), moved]);
      }
    },
    run: () => {
      const problems: string[] = [];
      for (const [fingerprint, times] of credits.repeated()) {
        const taken = reversals.get(fingerprint) ?? [];
        for (const [first, second] of pairs(times)) {
          if (takenBetween(taken, first.event, second.event) !== first.amount)
            problems.push(
              `The movements of events ${first.event} and ${second.event} credit the same reference, and what the first brought was not taken back in between.`,
            );
        }
      }
      return { summary: `${count(credits.size, 'credit')}, each reference once`, problems: few(problems) };
    },
  };
}

/** What a movement brings to those who get something by it. Of an amount beyond 64 bits its lower half, which is enough to compare. */
function broughtBy({ postings }: MoneyMoved): bigint {
  let sum = 0n;
  for (const { amount } of postings) if (amount > 0n) sum += amount;
  return BigInt.asUintN(64, sum);
}

function takenBetween(reversals: readonly Reversal[], from: number, to: number): bigint {
  let sum = 0n;
  for (const { event, amount } of reversals) if (event > from && event < to) sum += amount;
  return BigInt.asUintN(64, sum);
}

function fingerprintOf(cause: MoneyCause, reference: string): bigint {
  return createHash('sha256').update(`${cause} ${reference}`).digest().readBigUInt64BE();
}

function* pairs<Thing>(things: readonly Thing[]): Generator<[Thing, Thing]> {
  for (let index = 1; index < things.length; index += 1)
    yield [things[index - 1] as Thing, things[index] as Thing];
}

interface Credit {
  readonly event: number;
  readonly amount: bigint;
}

/** Many credits in 24 bytes each: a Map would end at 2²⁴ of them. */
class Credits {
  /** Three numbers for each: fingerprint, event, amount. */
  #numbers = new BigUint64Array(3_000);
  size = 0;

  add(fingerprint: bigint, { event, amount }: Credit): void {
    const place = this.size * 3;
    if (place === this.#numbers.length) {
      const larger = new BigUint64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[place] = fingerprint;
    this.#numbers[place + 1] = BigInt(event);
    this.#numbers[place + 2] = amount;
    this.size += 1;
  }

  /** The credits of each fingerprint that has more than one, in the order in which they came. */
  repeated(): Map<bigint, Credit[]> {
    const sorted = new BigUint64Array(this.size);
    for (let index = 0; index < this.size; index += 1) sorted[index] = this.#numbers[index * 3] ?? 0n;
    sorted.sort();
    const found = new Map<bigint, Credit[]>();
    for (let index = 1; index < sorted.length; index += 1)
      if (sorted[index] === sorted[index - 1]) found.set(sorted[index] ?? 0n, []);
    if (found.size === 0) return found;
    for (let place = 0; place < this.size * 3; place += 3) {
      const [fingerprint = 0n, event = 0n, amount = 0n] = this.#numbers.subarray(place, place + 3);
      found.get(fingerprint)?.push({ event: Number(event), amount });
    }
    return found;
  }
}
